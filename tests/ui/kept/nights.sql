BEGIN TRANSACTION;
CREATE TABLE apart (
    person INTEGER NOT NULL,
    other  INTEGER NOT NULL CHECK (other <> person),
    PRIMARY KEY (person, other)
) STRICT, WITHOUT ROWID;
CREATE TABLE bans (
    kind TEXT    NOT NULL CHECK (kind IN ('person', 'server')),
    -- Of a person who was forgotten it is the number that the key below makes of their id.
    id   INTEGER NOT NULL,
    at   INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE blocks (
    guild_id INTEGER NOT NULL,
    person   INTEGER NOT NULL,
    -- Who decided it; 0 for somebody who was forgotten.
    by       INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    -- NULL until somebody takes it back.
    until    INTEGER,
    note     TEXT    NOT NULL,
    PRIMARY KEY (guild_id, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE guests (
    night_id      TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    person        INTEGER NOT NULL,
    name          TEXT    NOT NULL,
    answer        TEXT    NOT NULL CHECK (answer IN ('invited', 'in', 'waits', 'maybe', 'out')),
    place         INTEGER,
    -- JSON: what stands beside the name, and when they want to be reminded.
    marks         TEXT    NOT NULL,
    offered_until INTEGER,
    remind        TEXT    NOT NULL,
    came_at       INTEGER,
    gone_at       INTEGER,
    PRIMARY KEY (night_id, person)
) STRICT, WITHOUT ROWID;
INSERT INTO "guests" VALUES('4n3s3',11,'Ada','in',1,'[]',NULL,'["hour"]',1795725958,NULL);
INSERT INTO "guests" VALUES('4n3s3',12,'Bob','in',2,'[]',NULL,'["hour"]',1795725958,NULL);
INSERT INTO "guests" VALUES('4n3s3',13,'Cleo','in',3,'[]',NULL,'["hour"]',1795725958,NULL);
INSERT INTO "guests" VALUES('4n3s3',14,'Dai','in',4,'[]',NULL,'["hour"]',1795725958,NULL);
INSERT INTO "guests" VALUES('d7bld',11,'Ada','in',1,'[]',NULL,'["hour"]',1795725957,NULL);
INSERT INTO "guests" VALUES('d7bld',12,'Bob','in',2,'[]',NULL,'["hour"]',1795725957,NULL);
INSERT INTO "guests" VALUES('d7bld',13,'Cleo','in',3,'[]',NULL,'["hour"]',1795725957,NULL);
INSERT INTO "guests" VALUES('d7bld',14,'Dai','in',4,'[]',NULL,'["hour"]',1795725957,NULL);
INSERT INTO "guests" VALUES('jefii',11,'Ada','in',1,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('jefii',12,'Bob','in',2,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('jefii',13,'Cleo','in',3,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('jefii',14,'Dai','in',4,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('jefii',15,'Emi','waits',5,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('jefii',17,'Gus','maybe',NULL,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('prdan',11,'Ada','in',1,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('prdan',12,'Bob','in',2,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('prdan',13,'Cleo','in',3,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('prdan',14,'Dai','in',4,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('prdan',15,'Emi','in',5,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('rfjtn',11,'Ada','in',1,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('rfjtn',12,'Bob','in',2,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('rfjtn',13,'Cleo','in',3,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('rfjtn',14,'Dai','in',4,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('rfjtn',15,'Emi','in',5,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('rwhjp',11,'Ada','in',1,'[]',NULL,'["hour"]',1795725956,NULL);
INSERT INTO "guests" VALUES('rwhjp',12,'Bob','in',2,'[]',NULL,'["hour"]',1795725956,NULL);
INSERT INTO "guests" VALUES('rwhjp',13,'Cleo','in',3,'[]',NULL,'["hour"]',1795725956,NULL);
INSERT INTO "guests" VALUES('rwhjp',14,'Dai','in',4,'[]',NULL,'["hour"]',1795725956,NULL);
INSERT INTO "guests" VALUES('tan2w',11,'Ada','in',1,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('tan2w',12,'Bob','in',2,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('tan2w',13,'Cleo','in',3,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('tan2w',14,'Dai','in',4,'[]',NULL,'["hour"]',NULL,NULL);
INSERT INTO "guests" VALUES('wrlwd',11,'Ada','in',1,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('wrlwd',12,'Bob','in',2,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('wrlwd',13,'Cleo','in',3,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('wrlwd',14,'Dai','in',4,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('wrlwd',15,'Emi','in',5,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('wrlwd',16,'Finn','in',6,'[]',NULL,'["hour"]',1795725955,NULL);
INSERT INTO "guests" VALUES('wrlwd',17,'Gus','in',7,'[]',NULL,'["hour"]',1795725955,NULL);
CREATE TABLE holders (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    agreed   INTEGER NOT NULL CHECK (agreed IN (0, 1)),
    UNIQUE (table_id, person)
) STRICT;
INSERT INTO "holders" VALUES('ln2ty',11,'Ada',0);
INSERT INTO "holders" VALUES('ln2ty',15,'Emi',0);
INSERT INTO "holders" VALUES('ln2ty',14,'Dai',0);
INSERT INTO "holders" VALUES('li3kr',12,'Bob',0);
INSERT INTO "holders" VALUES('li3kr',13,'Cleo',0);
INSERT INTO "holders" VALUES('2lb57',12,'Bob',0);
INSERT INTO "holders" VALUES('2lb57',13,'Cleo',0);
INSERT INTO "holders" VALUES('4ap6t',11,'Ada',0);
INSERT INTO "holders" VALUES('4ap6t',14,'Dai',0);
INSERT INTO "holders" VALUES('f7psf',14,'Dai',0);
INSERT INTO "holders" VALUES('f7psf',12,'Bob',0);
INSERT INTO "holders" VALUES('f7psf',11,'Ada',0);
INSERT INTO "holders" VALUES('f7psf',13,'Cleo',0);
INSERT INTO "holders" VALUES('3kjru',11,'Ada',0);
INSERT INTO "holders" VALUES('3kjru',13,'Cleo',0);
INSERT INTO "holders" VALUES('3kjru',14,'Dai',0);
INSERT INTO "holders" VALUES('3kjru',12,'Bob',0);
CREATE TABLE invited (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE TABLE learnt (
    person INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    -- How many games they have finished, those on no server too.
    ended  INTEGER NOT NULL DEFAULT 0 CHECK (ended >= 0),
    -- 1 if they said that they know it, 0 if they asked for tips after all; NULL if they said nothing.
    known  INTEGER CHECK (known IN (0, 1)),
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
INSERT INTO "learnt" VALUES(11,'donburiko',3,NULL);
INSERT INTO "learnt" VALUES(12,'donburiko',3,NULL);
INSERT INTO "learnt" VALUES(13,'donburiko',3,NULL);
INSERT INTO "learnt" VALUES(14,'donburiko',3,NULL);
CREATE TABLE lessons (
    person INTEGER NOT NULL,
    game   TEXT    NOT NULL,
    -- Counted from 0; a version of the bot with fewer steps takes a later one for its last.
    step   INTEGER NOT NULL CHECK (step >= 0),
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE log (
    table_id       TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    step            INTEGER NOT NULL CHECK (step >= 0),
    seat           INTEGER CHECK (seat >= 0),
    interaction_id INTEGER UNIQUE,
    at             INTEGER NOT NULL,
    action         TEXT    NOT NULL,
    draws          TEXT    NOT NULL,
    events           TEXT    NOT NULL, back INTEGER,
    PRIMARY KEY (table_id, step)
) STRICT;
INSERT INTO "log" VALUES('ln2ty',0,NULL,7288959080077563785,1795725955,'null','[0,[15,-2,15,-2,3,5,0,0,2,3,2,4,-1,-1,1,4]]','[["all",{"kind":"round_began","round":1,"first":0,"rows":[15,-2,15],"hand_size":4,"aside":1}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-2,0,3,5]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[0,2,2,3]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-1,-1,1,4]}]]',NULL);
INSERT INTO "log" VALUES('li3kr',0,NULL,6900724543424712450,1795725955,'null','[1,[1,-1,3,-2,4,4,-1,-2,0,3,5,0,2,2]]','[["all",{"kind":"round_began","round":1,"first":1,"rows":[1,-1],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-2,3,4,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-2,-1,0,3]}]]',NULL);
INSERT INTO "log" VALUES('2lb57',0,NULL,5880309204051814618,1795725956,'null','[1,[-1,1,2,-2,2,0,-1,0,3,3,4,5,-2,4]]','[["all",{"kind":"round_began","round":1,"first":1,"rows":[-1,1],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-2,0,2,2]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-1,0,3,3]}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',0,NULL,6765292840691111858,1795725956,'null','[1,[3,2,5,0,4,2,-2,4,-2,1,3,-1,0,-1]]','[["all",{"kind":"round_began","round":1,"first":1,"rows":[3,2],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[0,2,4,5]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-2,-2,1,4]}]]',NULL);
INSERT INTO "log" VALUES('2lb57',1,1,1091,1795725956,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',2,0,1092,1795725956,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',3,1,1093,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',4,0,1094,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',5,1,1095,1795725956,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',6,0,1096,1795725956,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',7,1,1097,1795725956,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',8,0,1098,1795725956,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',9,1,1099,1795725956,'{"kind":"take","row":1}','[]','[["all",{"kind":"row_taken","seat":1,"row":1,"cards":[-1,-1,-2,0,0,3,2],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":1,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":0,"row":2,"cards":[1,3,2],"owners":[-1,-1,-1],"chips":0,"forced":true}]]',NULL);
INSERT INTO "log" VALUES('2lb57',10,0,1100,1795725956,'{"kind":"count","total":6,"announce":true}','[[4,-1,0,3,-2,-1,4,-2,3,2,2,5,1,0]]','[["all",{"kind":"row_counted","seat":0,"row":2,"total":6,"points":6,"owed":0,"announced":true,"full":false}],["all",{"kind":"round_ended","round":1,"ending":"donburiko","chips":0,"last":0}],["all",{"kind":"round_began","round":2,"first":0,"rows":[4,-1],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-2,-1,0,3]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-2,2,3,4]}]]',NULL);
INSERT INTO "log" VALUES('2lb57',11,0,1101,1795725956,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',12,1,1102,1795725956,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',13,0,1103,1795725956,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',14,1,1104,1795725956,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',15,0,1105,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',16,1,1106,1795725956,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',17,0,1107,1795725956,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',18,1,1108,1795725956,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',19,0,1109,1795725956,'{"kind":"take","row":1}','[]','[["all",{"kind":"row_taken","seat":0,"row":1,"cards":[4,-2,-2,-1,2,0,3],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":0,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":1,"row":2,"cards":[-1,3,4],"owners":[-1,-1,-1],"chips":0,"forced":true}]]',NULL);
INSERT INTO "log" VALUES('2lb57',20,1,1110,1795725956,'{"kind":"count","total":6,"announce":true}','[[5,-2,1,3,-1,2,2,4,0,3,4,0,-1,-2]]','[["all",{"kind":"row_counted","seat":1,"row":2,"total":6,"points":6,"owed":0,"announced":true,"full":false}],["all",{"kind":"round_ended","round":2,"ending":"donburiko","chips":0,"last":1}],["all",{"kind":"round_began","round":3,"first":1,"rows":[5,-2],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-1,1,2,3]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[0,2,3,4]}]]',NULL);
INSERT INTO "log" VALUES('2lb57',21,1,1111,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}],["all",{"kind":"final_round_decided","reason":"chips","seat":1}]]',NULL);
INSERT INTO "log" VALUES('2lb57',22,0,1112,1795725956,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',23,1,1113,1795725956,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',24,0,1114,1795725956,'{"kind":"add","card":1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',25,1,1115,1795725956,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',26,0,1116,1795725956,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',27,1,1117,1795725956,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',28,0,1118,1795725956,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('2lb57',29,1,1119,1795725956,'{"kind":"take","row":1}','[]','[["all",{"kind":"row_taken","seat":1,"row":1,"cards":[5,0,-1,2,1,3,2],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":1,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":0,"row":2,"cards":[-2,4,3],"owners":[-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":0,"row":2,"total":5,"points":5,"owed":5,"announced":false,"full":false}],["all",{"kind":"round_ended","round":3,"ending":"all_took","chips":0,"last":0}],["all",{"kind":"match_over","scores":[28,23],"winners":[0]}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',1,1,1120,1795725956,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',2,0,1121,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',3,1,1122,1795725956,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',4,0,1123,1795725956,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',5,1,1124,1795725956,'{"kind":"add","card":1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',6,0,1125,1795725956,'{"kind":"add","card":4,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',7,1,1126,1795725956,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',8,0,1127,1795725956,'{"kind":"add","card":5,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":5,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',9,1,1128,1795725956,'{"kind":"take","row":1}','[[5,2,4,-2,-1,3,2,1,3,0,4,0,-2,-1]]','[["all",{"kind":"row_taken","seat":1,"row":1,"cards":[3,-2,0,-2,2,1,4],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":1,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":0,"row":2,"cards":[2,4,5],"owners":[-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":0,"row":2,"total":11,"points":-5,"owed":0,"announced":false,"full":false}],["all",{"kind":"round_ended","round":1,"ending":"all_took","chips":0,"last":0}],["all",{"kind":"round_began","round":2,"first":0,"rows":[5,2],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-2,-1,3,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[0,1,2,3]}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',10,0,1129,1795725956,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',11,1,1130,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',12,0,1131,1795725956,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',13,1,1132,1795725956,'{"kind":"add","card":1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',14,0,1133,1795725956,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',15,1,1134,1795725956,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',16,0,1135,1795725956,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',17,1,1136,1795725956,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',18,0,1137,1795725956,'{"kind":"take","row":1}','[[-2,-1,3,5,4,-1,3,2,1,0,-2,0,4,2]]','[["all",{"kind":"row_taken","seat":0,"row":1,"cards":[5,-2,0,-1,1,3,2],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":0,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":1,"row":2,"cards":[2,4,3],"owners":[-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":1,"row":2,"total":9,"points":-3,"owed":0,"announced":false,"full":false}],["all",{"kind":"round_ended","round":2,"ending":"all_took","chips":0,"last":1}],["all",{"kind":"round_began","round":3,"first":1,"rows":[-2,-1],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-1,3,4,5]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[0,1,2,3]}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',19,1,1138,1795725956,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',20,0,1139,1795725956,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',21,1,1140,1795725956,'{"kind":"add","card":1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',22,0,1141,1795725957,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',23,1,1142,1795725957,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',24,0,1143,1795725957,'{"kind":"add","card":4,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',25,1,1144,1795725957,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',26,0,1145,1795725957,'{"kind":"add","card":5,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":5,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',27,1,1146,1795725957,'{"kind":"take","row":1}','[[-2,-1,2,0,4,3,3,-2,-1,2,5,1,4,0]]','[["all",{"kind":"row_taken","seat":1,"row":1,"cards":[-2,0,-1,1,3,2,4],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":1,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":0,"row":2,"cards":[-1,3,5],"owners":[-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":0,"row":2,"total":7,"points":-1,"owed":0,"announced":false,"full":false}],["all",{"kind":"round_ended","round":3,"ending":"all_took","chips":0,"last":0}],["all",{"kind":"round_began","round":4,"first":0,"rows":[-2,-1],"hand_size":4,"aside":4}],[[0],{"kind":"hand_dealt","seat":0,"hand":[0,2,3,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-2,-1,2,3]}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',28,0,1147,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',29,1,1148,1795725957,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',30,0,1149,1795725957,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',31,1,1150,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',32,0,1151,1795725957,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',33,1,1152,1795725957,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',34,0,1153,1795725957,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',35,1,1154,1795725957,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',36,0,1155,1795725957,'{"kind":"take","row":1}','[]','[["all",{"kind":"row_taken","seat":0,"row":1,"cards":[-2,0,-2,2,-1,3,2],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":0,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":1,"row":2,"cards":[-1,4,3],"owners":[-1,-1,-1],"chips":0,"forced":true}]]',NULL);
INSERT INTO "log" VALUES('4ap6t',37,1,1156,1795725957,'{"kind":"count","total":6,"announce":true}','[]','[["all",{"kind":"row_counted","seat":1,"row":2,"total":6,"points":6,"owed":0,"announced":true,"full":false}],["all",{"kind":"final_round_decided","reason":"chips","seat":1}],["all",{"kind":"round_ended","round":4,"ending":"donburiko","chips":0,"last":1}],["all",{"kind":"match_over","scores":[15,24],"winners":[1]}]]',NULL);
INSERT INTO "log" VALUES('f7psf',0,NULL,5778175526589405400,1795725957,'null','[0,[2,4,-1,15,0,4,1,3,-1,3,15,-2,-2,5,2,0]]','[["all",{"kind":"round_began","round":1,"first":0,"rows":[2,4,-1,15],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[0,1,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-1,3,3]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-2,-2,15]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[0,2,5]}]]',NULL);
INSERT INTO "log" VALUES('f7psf',1,0,1173,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',2,1,1174,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',3,2,1175,1795725957,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',4,3,1176,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',5,0,1177,1795725957,'{"kind":"add","card":1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',6,1,1178,1795725957,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',7,2,1179,1795725957,'{"kind":"add","card":-2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',8,3,1180,1795725957,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',9,0,1181,1795725957,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',10,1,1182,1795725957,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',11,2,1183,1795725957,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',12,3,1184,1795725957,'{"kind":"add","card":5,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":5,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',13,0,1185,1795725957,'{"kind":"take","row":1}','[[15,-2,2,1,4,2,-1,3,0,3,-1,4,-2,15,0,5]]','[["all",{"kind":"row_taken","seat":0,"row":1,"cards":[2,0,-1,-2,0,1,3],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":0,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":1,"row":2,"cards":[4,-2,2,4,3,15,5],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":1,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":1,"ending":"stuck","chips":0,"last":1}],["all",{"kind":"round_began","round":2,"first":1,"rows":[15,-2,2,1],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-1,2,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[0,3,3]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-2,-1,4]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[0,5,15]}]]',NULL);
INSERT INTO "log" VALUES('f7psf',14,1,1186,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',15,2,1187,1795725957,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',16,3,1188,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',17,0,1189,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',18,1,1190,1795725957,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',19,2,1191,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',20,3,1192,1795725957,'{"kind":"add","card":5,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":5,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',21,0,1193,1795725957,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',22,1,1194,1795725957,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',23,2,1195,1795725957,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',24,3,1196,1795725957,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',25,0,1197,1795725957,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',26,1,1198,1795725957,'{"kind":"take","row":1}','[[4,15,4,-2,3,2,-1,0,5,1,2,-2,0,3,15,-1]]','[["all",{"kind":"row_taken","seat":1,"row":1,"cards":[15,0,-2,0,-1,3,-1],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":1,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":2,"row":2,"cards":[-2,5,2,3,4,15,4],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":2,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":2,"ending":"stuck","chips":0,"last":2}],["all",{"kind":"round_began","round":3,"first":2,"rows":[4,15,4,-2],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-1,2,3]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[0,1,5]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-2,0,2]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[-1,3,15]}]]',NULL);
INSERT INTO "log" VALUES('f7psf',27,2,1199,1795725957,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',28,3,1200,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',29,0,1201,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',30,1,1202,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',31,2,1203,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',32,3,1204,1795725957,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',33,0,1205,1795725957,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',34,1,1206,1795725957,'{"kind":"add","card":1,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',35,2,1207,1795725957,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',36,3,1208,1795725957,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',37,0,1209,1795725957,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',38,1,1210,1795725957,'{"kind":"add","card":5,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":5,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',39,2,1211,1795725957,'{"kind":"take","row":1}','[[0,15,4,-2,2,0,3,-1,3,15,1,4,5,2,-1,-2]]','[["all",{"kind":"row_taken","seat":2,"row":1,"cards":[4,-2,-1,-1,0,0,3],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":2,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":3,"row":2,"cards":[15,2,1,2,15,3,5],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":3,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":3,"ending":"stuck","chips":0,"last":3}],["all",{"kind":"round_began","round":4,"first":3,"rows":[0,15,4,-2],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[0,2,3]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-1,3,15]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[1,4,5]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[-2,-1,2]}]]',NULL);
INSERT INTO "log" VALUES('f7psf',40,3,1212,1795725957,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',41,0,1213,1795725957,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":0,"chip":1,"forced":false}],["all",{"kind":"final_round_decided","reason":"bank","seat":0}]]',NULL);
INSERT INTO "log" VALUES('f7psf',42,1,1214,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-1,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',43,2,1215,1795725957,'{"kind":"add","card":1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":1,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',44,3,1216,1795725957,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-1,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',45,0,1217,1795725957,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',46,1,1218,1795725958,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',47,2,1219,1795725958,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":4,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',48,3,1220,1795725958,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":2,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',49,0,1221,1795725958,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":3,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',50,1,1222,1795725958,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":15,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',51,2,1223,1795725958,'{"kind":"add","card":5,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":5,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('f7psf',52,3,1224,1795725958,'{"kind":"take","row":1}','[]','[["all",{"kind":"row_taken","seat":3,"row":1,"cards":[0,-2,0,-1,1,-1,2],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":3,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":0,"row":2,"cards":[15,3,4,2,3,15,5],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":0,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":4,"ending":"stuck","chips":0,"last":0}],["all",{"kind":"match_over","scores":[13,12,12,13],"winners":[0,3]}]]',NULL);
INSERT INTO "log" VALUES('3kjru',0,NULL,8356418378352697052,1795725958,'null','[2,[-1,3,1,4,15,15,5,4,-2,3,2,0,0,-2,2,-1]]','[["all",{"kind":"round_began","round":1,"first":2,"rows":[-1,3,1,4],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[5,15,15]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-2,3,4]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[0,0,2]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[-2,-1,2]}]]',NULL);
INSERT INTO "log" VALUES('3kjru',1,2,1242,1795725958,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',2,3,1243,1795725958,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',3,0,1244,1795725958,'{"kind":"add","card":5,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":5,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',4,1,1245,1795725958,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',5,2,1246,1795725958,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',6,3,1247,1795725958,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',7,0,1248,1795725958,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',8,1,1249,1795725958,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',9,2,1250,1795725958,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',10,3,1251,1795725958,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',11,0,1252,1795725958,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',12,1,1253,1795725958,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',13,2,1254,1795725958,'{"kind":"take","row":1}','[[2,0,5,1,-2,4,3,3,15,2,0,-2,4,15,-1,-1]]','[["all",{"kind":"row_taken","seat":2,"row":1,"cards":[-1,0,-2,5,-2,0,-1],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":2,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":3,"row":2,"cards":[3,15,3,2,2,15,4],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":3,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":1,"ending":"stuck","chips":0,"last":3}],["all",{"kind":"round_began","round":2,"first":3,"rows":[2,0,5,1],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[-2,3,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[2,3,15]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-2,0,4]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[-1,-1,15]}]]',NULL);
INSERT INTO "log" VALUES('3kjru',14,3,1255,1795725958,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',15,0,1256,1795725958,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',16,1,1257,1795725958,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',17,2,1258,1795725958,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',18,3,1259,1795725958,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',19,0,1260,1795725958,'{"kind":"add","card":3,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',20,1,1261,1795725958,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',21,2,1262,1795725958,'{"kind":"add","card":0,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',22,3,1263,1795725959,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',23,0,1264,1795725959,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',24,1,1265,1795725959,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',25,2,1266,1795725959,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',26,3,1267,1795725959,'{"kind":"take","row":1}','[[2,0,5,15,15,4,2,0,4,-2,-2,-1,3,1,-1,3]]','[["all",{"kind":"row_taken","seat":3,"row":1,"cards":[2,-1,-2,2,-2,-1,3],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":3,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":0,"row":2,"cards":[0,3,0,15,4,15,4],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":0,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":2,"ending":"stuck","chips":0,"last":0}],["all",{"kind":"round_began","round":3,"first":0,"rows":[2,0,5,15],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[2,4,15]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-2,0,4]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-2,-1,3]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[-1,1,3]}]]',NULL);
INSERT INTO "log" VALUES('3kjru',27,0,1268,1795725959,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',28,1,1269,1795725959,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',29,2,1270,1795725959,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-2,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',30,3,1271,1795725959,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',31,0,1272,1795725959,'{"kind":"add","card":4,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',32,1,1273,1795725959,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":0,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',33,2,1274,1795725959,'{"kind":"add","card":-1,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',34,3,1275,1795725959,'{"kind":"add","card":1,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',35,0,1276,1795725959,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":15,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',36,1,1277,1795725959,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":4,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',37,2,1278,1795725959,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',38,3,1279,1795725959,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":3,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',39,0,1280,1795725959,'{"kind":"take","row":1}','[[3,5,15,0,3,4,2,-1,15,4,-2,0,2,-2,1,-1]]','[["all",{"kind":"row_taken","seat":0,"row":1,"cards":[2,2,-2,-2,-1,4,0],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":0,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":1,"row":2,"cards":[0,-1,1,15,4,3,3],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":1,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":3,"ending":"stuck","chips":0,"last":1}],["all",{"kind":"round_began","round":4,"first":1,"rows":[3,5,15,0],"hand_size":3,"aside":0}],[[0],{"kind":"hand_dealt","seat":0,"hand":[2,3,4]}],[[1],{"kind":"hand_dealt","seat":1,"hand":[-1,4,15]}],[[2],{"kind":"hand_dealt","seat":2,"hand":[-2,0,2]}],[[3],{"kind":"hand_dealt","seat":3,"hand":[-2,-1,1]}]]',NULL);
INSERT INTO "log" VALUES('3kjru',40,1,1281,1795725959,'{"kind":"add","card":-1,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":-1,"chip":1,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',41,2,1282,1795725959,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":-2,"chip":1,"forced":false}],["all",{"kind":"final_round_decided","reason":"bank","seat":2}]]',NULL);
INSERT INTO "log" VALUES('3kjru',42,3,1283,1795725959,'{"kind":"add","card":-2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":1,"card":-2,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',43,0,1284,1795725959,'{"kind":"add","card":2,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":1,"card":2,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',44,1,1285,1795725959,'{"kind":"add","card":4,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":1,"card":4,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',45,2,1286,1795725959,'{"kind":"add","card":0,"row":1,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":1,"card":0,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',46,3,1287,1795725959,'{"kind":"add","card":-1,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":-1,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',47,0,1288,1795725959,'{"kind":"add","card":3,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":3,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',48,1,1289,1795725959,'{"kind":"add","card":15,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":1,"row":2,"card":15,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',49,2,1290,1795725959,'{"kind":"add","card":2,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":2,"row":2,"card":2,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',50,3,1291,1795725959,'{"kind":"add","card":1,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":3,"row":2,"card":1,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',51,0,1292,1795725959,'{"kind":"add","card":4,"row":2,"face_down":false}','[]','[["all",{"kind":"added_face_up","seat":0,"row":2,"card":4,"chip":0,"forced":false}]]',NULL);
INSERT INTO "log" VALUES('3kjru',52,1,1293,1795725959,'{"kind":"take","row":1}','[]','[["all",{"kind":"row_taken","seat":1,"row":1,"cards":[3,-1,-2,-2,2,4,0],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":false}],["all",{"kind":"row_counted","seat":1,"row":1,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"row_taken","seat":2,"row":2,"cards":[5,-1,3,15,2,1,4],"owners":[-1,-1,-1,-1,-1,-1,-1],"chips":0,"forced":true}],["all",{"kind":"row_counted","seat":2,"row":2,"total":0,"points":0,"owed":0,"announced":false,"full":true}],["all",{"kind":"round_ended","round":4,"ending":"stuck","chips":0,"last":2}],["all",{"kind":"match_over","scores":[12,13,13,12],"winners":[1,2]}]]',NULL);
CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "meta" VALUES('person key','5aed9cea36b1aef7de2c3a46b89df5b31041078974aad7cbb4ab6ecaaf5b8ce9');
CREATE TABLE night_events (
    id             INTEGER NOT NULL PRIMARY KEY,
    night_id       TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    at             INTEGER NOT NULL,
    what           TEXT    NOT NULL CHECK (what <> ''),
    interaction_id INTEGER UNIQUE,
    by             INTEGER,
    whom           INTEGER,
    note           TEXT
) STRICT;
INSERT INTO "night_events" VALUES(1,'o6jqa',1795725954,'drafted',1001,11,NULL,NULL);
INSERT INTO "night_events" VALUES(2,'jefii',1795725954,'drafted',1002,11,NULL,NULL);
INSERT INTO "night_events" VALUES(3,'jefii',1795725955,'published',1003,11,NULL,NULL);
INSERT INTO "night_events" VALUES(4,'jefii',1795725955,'in',1004,11,11,NULL);
INSERT INTO "night_events" VALUES(5,'jefii',1795725955,'in',1005,12,12,NULL);
INSERT INTO "night_events" VALUES(6,'jefii',1795725955,'in',1006,13,13,NULL);
INSERT INTO "night_events" VALUES(7,'jefii',1795725955,'in',1007,14,14,NULL);
INSERT INTO "night_events" VALUES(8,'jefii',1795725955,'in',1008,15,15,NULL);
INSERT INTO "night_events" VALUES(9,'jefii',1795725955,'maybe',1009,17,17,NULL);
INSERT INTO "night_events" VALUES(10,'tan2w',1795725955,'drafted',1011,11,NULL,NULL);
INSERT INTO "night_events" VALUES(11,'tan2w',1795725955,'published',1012,11,NULL,NULL);
INSERT INTO "night_events" VALUES(12,'tan2w',1795725955,'in',1013,11,11,NULL);
INSERT INTO "night_events" VALUES(13,'tan2w',1795725955,'in',1014,12,12,NULL);
INSERT INTO "night_events" VALUES(14,'tan2w',1795725955,'in',1015,13,13,NULL);
INSERT INTO "night_events" VALUES(15,'tan2w',1795725955,'in',1016,14,14,NULL);
INSERT INTO "night_events" VALUES(16,'rfjtn',1795725955,'drafted',1018,11,NULL,NULL);
INSERT INTO "night_events" VALUES(17,'rfjtn',1795725955,'published',1019,11,NULL,NULL);
INSERT INTO "night_events" VALUES(18,'rfjtn',1795725955,'in',1020,11,11,NULL);
INSERT INTO "night_events" VALUES(19,'rfjtn',1795725955,'in',1021,12,12,NULL);
INSERT INTO "night_events" VALUES(20,'rfjtn',1795725955,'in',1022,13,13,NULL);
INSERT INTO "night_events" VALUES(21,'rfjtn',1795725955,'in',1023,14,14,NULL);
INSERT INTO "night_events" VALUES(22,'rfjtn',1795725955,'in',1024,15,15,NULL);
INSERT INTO "night_events" VALUES(23,'rfjtn',1795725955,'doors',1026,11,NULL,NULL);
INSERT INTO "night_events" VALUES(24,'rfjtn',1795725955,'here',1027,11,11,NULL);
INSERT INTO "night_events" VALUES(25,'rfjtn',1795725955,'here',1028,12,12,NULL);
INSERT INTO "night_events" VALUES(26,'rfjtn',1795725955,'here',1029,13,13,NULL);
INSERT INTO "night_events" VALUES(27,'rfjtn',1795725955,'here',1030,14,14,NULL);
INSERT INTO "night_events" VALUES(28,'rfjtn',1795725955,'here',1031,15,15,NULL);
INSERT INTO "night_events" VALUES(29,'wrlwd',1795725955,'drafted',1033,11,NULL,NULL);
INSERT INTO "night_events" VALUES(30,'wrlwd',1795725955,'published',1034,11,NULL,NULL);
INSERT INTO "night_events" VALUES(31,'wrlwd',1795725955,'in',1035,11,11,NULL);
INSERT INTO "night_events" VALUES(32,'wrlwd',1795725955,'in',1036,12,12,NULL);
INSERT INTO "night_events" VALUES(33,'wrlwd',1795725955,'in',1037,13,13,NULL);
INSERT INTO "night_events" VALUES(34,'wrlwd',1795725955,'in',1038,14,14,NULL);
INSERT INTO "night_events" VALUES(35,'wrlwd',1795725955,'in',1039,15,15,NULL);
INSERT INTO "night_events" VALUES(36,'wrlwd',1795725955,'in',1040,16,16,NULL);
INSERT INTO "night_events" VALUES(37,'wrlwd',1795725955,'in',1041,17,17,NULL);
INSERT INTO "night_events" VALUES(38,'wrlwd',1795725955,'doors',1043,11,NULL,NULL);
INSERT INTO "night_events" VALUES(39,'wrlwd',1795725955,'here',1044,11,11,NULL);
INSERT INTO "night_events" VALUES(40,'wrlwd',1795725955,'here',1045,12,12,NULL);
INSERT INTO "night_events" VALUES(41,'wrlwd',1795725955,'here',1046,13,13,NULL);
INSERT INTO "night_events" VALUES(42,'wrlwd',1795725955,'here',1047,14,14,NULL);
INSERT INTO "night_events" VALUES(43,'wrlwd',1795725955,'here',1048,15,15,NULL);
INSERT INTO "night_events" VALUES(44,'wrlwd',1795725955,'here',1049,16,16,NULL);
INSERT INTO "night_events" VALUES(45,'wrlwd',1795725955,'here',1050,17,17,NULL);
INSERT INTO "night_events" VALUES(46,'wrlwd',1795725955,'proposed',1052,11,NULL,NULL);
INSERT INTO "night_events" VALUES(47,'prdan',1795725955,'drafted',1055,11,NULL,NULL);
INSERT INTO "night_events" VALUES(48,'prdan',1795725955,'published',1056,11,NULL,NULL);
INSERT INTO "night_events" VALUES(49,'prdan',1795725955,'in',1057,11,11,NULL);
INSERT INTO "night_events" VALUES(50,'prdan',1795725955,'in',1058,12,12,NULL);
INSERT INTO "night_events" VALUES(51,'prdan',1795725955,'in',1059,13,13,NULL);
INSERT INTO "night_events" VALUES(52,'prdan',1795725955,'in',1060,14,14,NULL);
INSERT INTO "night_events" VALUES(53,'prdan',1795725955,'in',1061,15,15,NULL);
INSERT INTO "night_events" VALUES(54,'prdan',1795725955,'doors',1063,11,NULL,NULL);
INSERT INTO "night_events" VALUES(55,'prdan',1795725955,'here',1064,11,11,NULL);
INSERT INTO "night_events" VALUES(56,'prdan',1795725955,'here',1065,12,12,NULL);
INSERT INTO "night_events" VALUES(57,'prdan',1795725955,'here',1066,13,13,NULL);
INSERT INTO "night_events" VALUES(58,'prdan',1795725955,'here',1067,14,14,NULL);
INSERT INTO "night_events" VALUES(59,'prdan',1795725955,'here',1068,15,15,NULL);
INSERT INTO "night_events" VALUES(60,'prdan',1795725955,'proposed',1070,11,NULL,NULL);
INSERT INTO "night_events" VALUES(61,'prdan',1795725955,'dealt',1071,11,NULL,NULL);
INSERT INTO "night_events" VALUES(62,'rwhjp',1795725956,'drafted',1076,11,NULL,NULL);
INSERT INTO "night_events" VALUES(63,'rwhjp',1795725956,'published',1077,11,NULL,NULL);
INSERT INTO "night_events" VALUES(64,'rwhjp',1795725956,'in',1078,11,11,NULL);
INSERT INTO "night_events" VALUES(65,'rwhjp',1795725956,'in',1079,12,12,NULL);
INSERT INTO "night_events" VALUES(66,'rwhjp',1795725956,'in',1080,13,13,NULL);
INSERT INTO "night_events" VALUES(67,'rwhjp',1795725956,'in',1081,14,14,NULL);
INSERT INTO "night_events" VALUES(68,'rwhjp',1795725956,'doors',1083,11,NULL,NULL);
INSERT INTO "night_events" VALUES(69,'rwhjp',1795725956,'here',1084,11,11,NULL);
INSERT INTO "night_events" VALUES(70,'rwhjp',1795725956,'here',1085,12,12,NULL);
INSERT INTO "night_events" VALUES(71,'rwhjp',1795725956,'here',1086,13,13,NULL);
INSERT INTO "night_events" VALUES(72,'rwhjp',1795725956,'here',1087,14,14,NULL);
INSERT INTO "night_events" VALUES(73,'rwhjp',1795725956,'proposed',1089,11,NULL,NULL);
INSERT INTO "night_events" VALUES(74,'rwhjp',1795725956,'dealt',1090,11,NULL,NULL);
INSERT INTO "night_events" VALUES(75,'rwhjp',1795725957,'round_over',NULL,NULL,NULL,NULL);
INSERT INTO "night_events" VALUES(76,'d7bld',1795725957,'drafted',1158,11,NULL,NULL);
INSERT INTO "night_events" VALUES(77,'d7bld',1795725957,'published',1159,11,NULL,NULL);
INSERT INTO "night_events" VALUES(78,'d7bld',1795725957,'in',1160,11,11,NULL);
INSERT INTO "night_events" VALUES(79,'d7bld',1795725957,'in',1161,12,12,NULL);
INSERT INTO "night_events" VALUES(80,'d7bld',1795725957,'in',1162,13,13,NULL);
INSERT INTO "night_events" VALUES(81,'d7bld',1795725957,'in',1163,14,14,NULL);
INSERT INTO "night_events" VALUES(82,'d7bld',1795725957,'doors',1165,11,NULL,NULL);
INSERT INTO "night_events" VALUES(83,'d7bld',1795725957,'here',1166,11,11,NULL);
INSERT INTO "night_events" VALUES(84,'d7bld',1795725957,'here',1167,12,12,NULL);
INSERT INTO "night_events" VALUES(85,'d7bld',1795725957,'here',1168,13,13,NULL);
INSERT INTO "night_events" VALUES(86,'d7bld',1795725957,'here',1169,14,14,NULL);
INSERT INTO "night_events" VALUES(87,'d7bld',1795725957,'proposed',1171,11,NULL,NULL);
INSERT INTO "night_events" VALUES(88,'d7bld',1795725957,'dealt',1172,11,NULL,NULL);
INSERT INTO "night_events" VALUES(89,'d7bld',1795725958,'round_over',NULL,NULL,NULL,NULL);
INSERT INTO "night_events" VALUES(90,'d7bld',1795725958,'ended',1225,11,NULL,NULL);
INSERT INTO "night_events" VALUES(91,'4n3s3',1795725958,'drafted',1227,11,NULL,NULL);
INSERT INTO "night_events" VALUES(92,'4n3s3',1795725958,'published',1228,11,NULL,NULL);
INSERT INTO "night_events" VALUES(93,'4n3s3',1795725958,'in',1229,11,11,NULL);
INSERT INTO "night_events" VALUES(94,'4n3s3',1795725958,'in',1230,12,12,NULL);
INSERT INTO "night_events" VALUES(95,'4n3s3',1795725958,'in',1231,13,13,NULL);
INSERT INTO "night_events" VALUES(96,'4n3s3',1795725958,'in',1232,14,14,NULL);
INSERT INTO "night_events" VALUES(97,'4n3s3',1795725958,'doors',1234,11,NULL,NULL);
INSERT INTO "night_events" VALUES(98,'4n3s3',1795725958,'here',1235,11,11,NULL);
INSERT INTO "night_events" VALUES(99,'4n3s3',1795725958,'here',1236,12,12,NULL);
INSERT INTO "night_events" VALUES(100,'4n3s3',1795725958,'here',1237,13,13,NULL);
INSERT INTO "night_events" VALUES(101,'4n3s3',1795725958,'here',1238,14,14,NULL);
INSERT INTO "night_events" VALUES(102,'4n3s3',1795725958,'proposed',1240,11,NULL,NULL);
INSERT INTO "night_events" VALUES(103,'4n3s3',1795725958,'dealt',1241,11,NULL,NULL);
INSERT INTO "night_events" VALUES(104,'4n3s3',1795725959,'round_over',NULL,NULL,NULL,NULL);
INSERT INTO "night_events" VALUES(105,'4n3s3',1795725959,'ended',1294,11,NULL,NULL);
CREATE TABLE night_posts (
    id         INTEGER NOT NULL PRIMARY KEY,
    night_id   TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL CHECK (kind <> ''),
    people     TEXT    NOT NULL,
    details    TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    message_id INTEGER
) STRICT;
INSERT INTO "night_posts" VALUES(1,'rfjtn','doors','[11, 12, 13, 14, 15]','{}',1795725955,1575613597273292804);
INSERT INTO "night_posts" VALUES(2,'wrlwd','doors','[11, 12, 13, 14, 15, 16, 17]','{}',1795725955,1575613598258954246);
INSERT INTO "night_posts" VALUES(3,'prdan','doors','[11, 12, 13, 14, 15]','{}',1795725955,1575613600448380936);
INSERT INTO "night_posts" VALUES(4,'rwhjp','doors','[11, 12, 13, 14]','{}',1795725956,1575613606098108433);
INSERT INTO "night_posts" VALUES(5,'d7bld','doors','[11, 12, 13, 14]','{}',1795725957,0);
INSERT INTO "night_posts" VALUES(6,'4n3s3','doors','[11, 12, 13, 14]','{}',1795725958,0);
CREATE TABLE nights (
    id         TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    guild_id   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    language   TEXT    NOT NULL,
    state      TEXT    NOT NULL
               CHECK (state IN ('draft', 'open', 'doors', 'playing', 'over', 'cancelled')),
    host       INTEGER NOT NULL,
    -- JSON: who may lead it beside the host.
    hosts      TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    game       TEXT    NOT NULL CHECK (game <> ''),
    options    TEXT    NOT NULL,
    mode       TEXT    NOT NULL CHECK (mode IN ('social', 'standing', 'one_table')),
    rounds     INTEGER NOT NULL CHECK (rounds > 0),
    -- Seconds for a move, and between two rounds.
    move_time  INTEGER NOT NULL CHECK (move_time > 0),
    pause      INTEGER NOT NULL CHECK (pause >= 0),
    cap        INTEGER CHECK (cap > 0),
    -- The wall time and the zone are what was meant; the seconds are reckoned from them.
    local      TEXT    NOT NULL,
    zone       TEXT    NOT NULL,
    starts_at  INTEGER NOT NULL,
    doors_at   INTEGER NOT NULL,
    closes_at  INTEGER NOT NULL,
    doors      TEXT    NOT NULL CHECK (doors IN ('shut', 'open', 'closed')),
    -- Until when everything that was due has happened.
    rung       INTEGER NOT NULL,
    due        INTEGER,
    season     INTEGER,
    repeat     INTEGER NOT NULL CHECK (repeat >= 0),
    next_id    TEXT,
    mention    INTEGER,
    size_shift INTEGER NOT NULL,
    revision        INTEGER NOT NULL CHECK (revision >= 0),
    touched_at INTEGER NOT NULL,
    opened_by  INTEGER NOT NULL UNIQUE,
    -- Where its messages lie; no change of the night itself writes these.
    card_id    INTEGER,
    thread_id  INTEGER,
    event_id   INTEGER,
    recap_id   INTEGER,
    shown_revision  INTEGER NOT NULL DEFAULT -1,
    asleep     INTEGER NOT NULL DEFAULT 0 CHECK (asleep IN (0, 1))
) STRICT;
INSERT INTO "nights" VALUES('o6jqa',100,200,'en-GB','draft',11,'[]','Donburiko! night','donburiko','{}','social',3,120,300,NULL,'2026-12-06T20:00','Europe/Berlin',1796583600,1796581800,1796583900,'shut',1795725954,NULL,NULL,0,NULL,NULL,0,0,1795725954,1001,NULL,NULL,NULL,NULL,-1,0);
INSERT INTO "nights" VALUES('jefii',100,200,'en','open',11,'[]','Friday','donburiko','{}','social',2,120,300,4,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'shut',1795725954,1795729500,NULL,0,NULL,NULL,0,7,1795725955,1002,1575613597067771905,1575613597067771905,NULL,NULL,7,0);
INSERT INTO "nights" VALUES('tan2w',100,200,'en','open',11,'[]','Friday','donburiko','{}','social',2,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'shut',1795725954,1795729500,NULL,1,NULL,NULL,0,5,1795725955,1011,1575613597122297858,1575613597122297858,NULL,NULL,5,0);
INSERT INTO "nights" VALUES('rfjtn',100,200,'en','doors',11,'[]','Friday','donburiko','{}','social',2,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'open',1795725954,1795729500,NULL,0,NULL,NULL,0,12,1795725955,1018,1575613597264904195,1575613597264904195,NULL,NULL,12,0);
INSERT INTO "nights" VALUES('wrlwd',100,200,'en','doors',11,'[]','Friday','donburiko','{}','social',2,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'open',1795725954,1795729500,NULL,0,NULL,NULL,0,17,1795725955,1033,1575613598158290949,1575613598158290949,NULL,NULL,17,0);
INSERT INTO "nights" VALUES('prdan',100,200,'en','playing',11,'[]','Friday','donburiko','{}','social',2,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'open',1795725954,1795729500,NULL,0,NULL,NULL,0,14,1795725955,1055,1575613600255442951,1575613600255442951,NULL,NULL,14,0);
INSERT INTO "nights" VALUES('rwhjp',100,200,'en','playing',11,'[]','Friday','donburiko','{}','social',2,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'open',1795725955,1795729500,NULL,0,NULL,NULL,0,13,1795725957,1076,1575613606068748304,1575613606068748304,NULL,NULL,13,0);
INSERT INTO "nights" VALUES('d7bld',100,200,'en','over',11,'[]','Friday','donburiko','{}','social',1,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'open',1795725956,NULL,NULL,0,NULL,NULL,0,14,1795725958,1158,1575613609927507991,NULL,NULL,1575613610040754201,14,0);
INSERT INTO "nights" VALUES('4n3s3',100,200,'en','over',11,'[]','Friday','donburiko','{}','social',1,120,300,NULL,'2026-11-26T23:45','Europe/Berlin',1795733100,1795731300,1795733400,'open',1795725957,1795766400,NULL,1,NULL,NULL,0,14,1795725959,1227,1575613615266856988,NULL,NULL,1575613615459794974,14,0);
CREATE TABLE people (
    id         INTEGER NOT NULL PRIMARY KEY,
    zone       TEXT,
    quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439),
    quiet_to   INTEGER CHECK (quiet_to BETWEEN 0 AND 1439)
, hidden INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)), reminders TEXT NOT NULL DEFAULT 'thread'
CHECK (reminders IN ('thread', 'dm')), language TEXT, text INTEGER NOT NULL DEFAULT 0 CHECK (text IN (0, 1))) STRICT;
CREATE TABLE results (
    table_id    TEXT    NOT NULL CHECK (table_id <> ''),
    seat        INTEGER NOT NULL CHECK (seat >= 0),
    -- Whose seat it was: NULL for nobody's, since a computer played there, and a negative number of
    -- their own for people who were forgotten. The name is what they were called then, or ''.
    person      INTEGER,
    name        TEXT    NOT NULL,
    guild_id    INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    seats       INTEGER NOT NULL CHECK (seats >= 2),
    score       INTEGER NOT NULL,
    -- From 1 on; those who share some places have the mean of them.
    place       REAL    NOT NULL CHECK (place >= 1),
    -- From 0 for the last place to 5040 for the first, so that no fraction is lost.
    points      INTEGER NOT NULL CHECK (points BETWEEN 0 AND 5040),
    won         INTEGER NOT NULL CHECK (won IN (0, 1)),
    -- How many decisions the seat made, moves taken back left out, and how many of them a computer.
    decisions   INTEGER NOT NULL CHECK (decisions >= 0),
    by_computer INTEGER NOT NULL CHECK (by_computer BETWEEN 0 AND decisions),
    -- 0 for a table where nobody but one person earned points.
    counts      INTEGER NOT NULL CHECK (counts IN (0, 1)),
    ended_at    INTEGER NOT NULL,
    -- The game night and its round; NULL for a table that belongs to none.
    night_id    TEXT,
    round       INTEGER, gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES('2lb57',0,12,'Bob',100,'donburiko',2,28,1.0,5040,1,14,0,1,1795725956,'rwhjp',1,0);
INSERT INTO "results" VALUES('2lb57',1,13,'Cleo',100,'donburiko',2,23,2.0,0,0,15,0,1,1795725956,'rwhjp',1,0);
INSERT INTO "results" VALUES('3kjru',0,11,'Ada',100,'donburiko',4,12,3.5,840,0,13,0,1,1795725959,'4n3s3',1,0);
INSERT INTO "results" VALUES('3kjru',1,13,'Cleo',100,'donburiko',4,13,1.5,4200,1,13,0,1,1795725959,'4n3s3',1,0);
INSERT INTO "results" VALUES('3kjru',2,14,'Dai',100,'donburiko',4,13,1.5,4200,1,13,0,1,1795725959,'4n3s3',1,0);
INSERT INTO "results" VALUES('3kjru',3,12,'Bob',100,'donburiko',4,12,3.5,840,0,13,0,1,1795725959,'4n3s3',1,0);
INSERT INTO "results" VALUES('4ap6t',0,11,'Ada',100,'donburiko',2,15,2.0,0,0,18,0,1,1795725957,'rwhjp',1,0);
INSERT INTO "results" VALUES('4ap6t',1,14,'Dai',100,'donburiko',2,24,1.0,5040,1,19,0,1,1795725957,'rwhjp',1,0);
INSERT INTO "results" VALUES('f7psf',0,14,'Dai',100,'donburiko',4,13,1.5,4200,1,13,0,1,1795725958,'d7bld',1,0);
INSERT INTO "results" VALUES('f7psf',1,12,'Bob',100,'donburiko',4,12,3.5,840,0,13,0,1,1795725958,'d7bld',1,0);
INSERT INTO "results" VALUES('f7psf',2,11,'Ada',100,'donburiko',4,12,3.5,840,0,13,0,1,1795725958,'d7bld',1,0);
INSERT INTO "results" VALUES('f7psf',3,13,'Cleo',100,'donburiko',4,13,1.5,4200,1,13,0,1,1795725958,'d7bld',1,0);
CREATE TABLE rounds (
    night_id TEXT    NOT NULL REFERENCES nights (id) ON DELETE CASCADE,
    number   INTEGER NOT NULL CHECK (number > 0),
    seed     INTEGER NOT NULL,
    -- JSON: who sits where. Once it is dealt that is the truth.
    seating  TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('proposed', 'dealt', 'over')),
    began_at INTEGER,
    over_at  INTEGER,
    list_id  INTEGER,
    PRIMARY KEY (night_id, number)
) STRICT, WITHOUT ROWID;
INSERT INTO "rounds" VALUES('4n3s3',1,3261226878,'{"sizes":{"seats":[4],"computers":0,"sit_outs":0},"seated":{"tables":[{"people":[11,13,14,12],"host":11,"computers":0}],"sit_outs":[]},"measure":{"pairs":6,"repeats":0,"least":0,"worst":1},"plan":[]}','over',1795725958,1795725959,1575613615388491805);
INSERT INTO "rounds" VALUES('d7bld',1,2671263284,'{"sizes":{"seats":[4],"computers":0,"sit_outs":0},"seated":{"tables":[{"people":[14,12,11,13],"host":11,"computers":0}],"sit_outs":[]},"measure":{"pairs":6,"repeats":0,"least":0,"worst":1},"plan":[]}','over',1795725957,1795725958,1575613609990422552);
INSERT INTO "rounds" VALUES('prdan',1,3991236574,'{"sizes":{"seats":[3,2],"computers":0,"sit_outs":0},"seated":{"tables":[{"people":[11,15,14],"host":11,"computers":0},{"people":[12,13],"host":12,"computers":0}],"sit_outs":[]},"measure":{"pairs":4,"repeats":0,"least":0,"worst":1},"plan":[{"tables":[{"people":[14,12,15],"host":12,"computers":0},{"people":[11,13],"host":11,"computers":0}],"sit_outs":[]}]}','dealt',1795725955,NULL,1575613601060749327);
INSERT INTO "rounds" VALUES('rwhjp',1,3854117133,'{"sizes":{"seats":[2,2],"computers":0,"sit_outs":0},"seated":{"tables":[{"people":[12,13],"host":12,"computers":0},{"people":[11,14],"host":11,"computers":0}],"sit_outs":[]},"measure":{"pairs":2,"repeats":0,"least":0,"worst":1},"plan":[{"tables":[{"people":[14,13],"host":13,"computers":0},{"people":[11,12],"host":11,"computers":0}],"sit_outs":[]}]}','over',1795725956,1795725957,1575613606156828690);
INSERT INTO "rounds" VALUES('wrlwd',1,558762082,'{"sizes":{"seats":[3,2,2],"computers":0,"sit_outs":0},"seated":{"tables":[{"people":[13,16,12],"host":12,"computers":0},{"people":[17,15],"host":15,"computers":0},{"people":[14,11],"host":11,"computers":0}],"sit_outs":[]},"measure":{"pairs":5,"repeats":0,"least":0,"worst":1},"plan":[{"tables":[{"people":[17,12,11],"host":11,"computers":0},{"people":[16,14],"host":14,"computers":0},{"people":[15,13],"host":13,"computers":0}],"sit_outs":[]}]}','proposed',NULL,NULL,NULL);
CREATE TABLE seasons (
    id        INTEGER NOT NULL PRIMARY KEY,
    guild_id  INTEGER NOT NULL,
    name      TEXT    NOT NULL COLLATE NOCASE CHECK (name <> ''),
    first_day TEXT    NOT NULL,
    last_day  TEXT    NOT NULL CHECK (last_day >= first_day),
    zone      TEXT    NOT NULL,
    begins_at INTEGER NOT NULL,
    ends_at   INTEGER NOT NULL CHECK (ends_at > begins_at),
    game      TEXT,
    tables    TEXT    NOT NULL CHECK (tables IN ('all', 'nights')),
    rule      TEXT    NOT NULL CHECK (rule IN ('average')),
    UNIQUE (guild_id, name)
) STRICT;
CREATE TABLE seats (
    table_id TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat >= 0),
    person   INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    question_number      INTEGER, level TEXT CHECK (level IS NULL OR (level <> '' AND person < 0)), first INTEGER, stand_in TEXT CHECK (stand_in IN ('once', 'away', 'left')), away_since INTEGER, timeouts INTEGER NOT NULL DEFAULT 0, clock_left INTEGER, clock_at INTEGER, reminders INTEGER NOT NULL DEFAULT 0, due INTEGER, gone INTEGER, gave_up INTEGER NOT NULL DEFAULT 0 CHECK (gave_up IN (0, 1)),
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES('2lb57',0,12,'Bob',NULL,NULL,12,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('2lb57',1,13,'Cleo',NULL,NULL,13,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('3kjru',0,11,'Ada',NULL,NULL,11,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('3kjru',1,13,'Cleo',NULL,NULL,13,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('3kjru',2,14,'Dai',NULL,NULL,14,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('3kjru',3,12,'Bob',NULL,NULL,12,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('4ap6t',0,11,'Ada',NULL,NULL,11,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('4ap6t',1,14,'Dai',NULL,NULL,14,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('f7psf',0,14,'Dai',NULL,NULL,14,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('f7psf',1,12,'Bob',NULL,NULL,12,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('f7psf',2,11,'Ada',NULL,NULL,11,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('f7psf',3,13,'Cleo',NULL,NULL,13,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('li3kr',0,12,'Bob',NULL,NULL,12,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('li3kr',1,13,'Cleo',0,NULL,13,NULL,NULL,0,120,1795725955,0,1795726015,NULL,0);
INSERT INTO "seats" VALUES('ln2ty',0,11,'Ada',0,NULL,11,NULL,NULL,0,120,1795725955,0,1795726015,NULL,0);
INSERT INTO "seats" VALUES('ln2ty',1,15,'Emi',NULL,NULL,15,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
INSERT INTO "seats" VALUES('ln2ty',2,14,'Dai',NULL,NULL,14,NULL,NULL,0,NULL,NULL,0,NULL,NULL,0);
CREATE TABLE servers (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    zone     TEXT,
    language TEXT,
    -- JSON.
    settings TEXT    NOT NULL,
    left_at  INTEGER
) STRICT;
CREATE TABLE "table_events" (
    id        INTEGER NOT NULL PRIMARY KEY,
    table_id  TEXT    NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    step       INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    what      TEXT    NOT NULL CHECK (what <> ''),
    role      TEXT    NOT NULL CHECK (role IN ('host', 'moderator', 'player', 'vote', 'clock', 'night')),
    seat      INTEGER CHECK (seat >= 0),
    person    INTEGER,
    whom      INTEGER,
    name      TEXT,
    whom_name TEXT
) STRICT;
CREATE TABLE tables (
    id            TEXT    NOT NULL PRIMARY KEY CHECK (id <> ''),
    game          TEXT    NOT NULL CHECK (game <> ''),
    rules_version INTEGER NOT NULL,
    phase         TEXT    NOT NULL CHECK (phase IN ('lobby', 'playing', 'finished', 'cancelled')),
    host          INTEGER NOT NULL,
    guild_id      INTEGER NOT NULL,
    channel_id    INTEGER NOT NULL,
    place_id      INTEGER,
    card_id       INTEGER,
    board_id      INTEGER,
    board_revision     INTEGER NOT NULL CHECK (board_revision >= -1),
    ping_id       INTEGER,
    asleep        INTEGER NOT NULL CHECK (asleep IN (0, 1)),
    revision           INTEGER NOT NULL CHECK (revision >= 0),
    opened_by     INTEGER NOT NULL UNIQUE,
    opened_at     INTEGER NOT NULL,
    touched_at    INTEGER NOT NULL,
    language      TEXT    NOT NULL,
    -- The long ones come last, so that reading the others does not have to fetch them.
    options       TEXT    NOT NULL,
    result        TEXT,
    state         TEXT
, pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('live', 'days', 'none')), move_time INTEGER NOT NULL DEFAULT 0 CHECK (move_time >= 0), on_timeout TEXT NOT NULL DEFAULT 'move' CHECK (on_timeout IN ('move', 'seat', 'ask')), paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), motion TEXT, secret TEXT, commitment TEXT, start_print TEXT, log_print TEXT, hands_open INTEGER NOT NULL DEFAULT 0 CHECK (hands_open IN (0, 1)), rematch_of TEXT, started_by INTEGER, boards TEXT NOT NULL DEFAULT 'pictures' CHECK (boards IN ('pictures', 'text')), end_id INTEGER, night_id TEXT, night_round INTEGER, night_table INTEGER, played_out INTEGER NOT NULL DEFAULT 0 CHECK (played_out IN (0, 1)), opener INTEGER, closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)), start_when_full INTEGER NOT NULL DEFAULT 0
CHECK (start_when_full IN (0, 1)), question_base INTEGER NOT NULL DEFAULT 0 CHECK (question_base >= 0), banter INTEGER NOT NULL DEFAULT 1 CHECK (banter IN (0, 1))) STRICT;
INSERT INTO "tables" VALUES('ln2ty','donburiko',1,'playing',11,100,200,1575613600532267017,1575613600532267017,1575613600557432842,1,1575613600570015755,0,1,7288959080077563785,1795725955,1795725955,'en','{}',NULL,'{"step":0,"asks":[0,0,0],"state":{"seats":3,"round":1,"first":0,"turn":0,"bank":38,"final":false,"chips":[4,4,4],"owed":[0,0,0],"out":[false,false,false],"hands":[[-2,0,3,5],[0,2,2,3],[-1,-1,1,4]],"rows":[[15],[-2],[15]],"owners":[[-1],[-1],[-1]],"room":7,"takes":0,"aside":[4],"taking":null,"taken":[]}}','live',120,'seat',0,NULL,'2a247e644aa54c23066b4432cd97a3061b94fa58411b1f159b635a410524410e','0662ea2df827d2a638109e11433bc98f45aef3c04cf055c8ed0c6ed4209cfc9b','597fa440b0e53734cf5dd87ebbacc1ceca6ef284c51b15dd56b079a3d10f1c7a',NULL,0,NULL,7288959080077563785,'pictures',NULL,'prdan',1,1,0,11,0,0,0,1);
INSERT INTO "tables" VALUES('li3kr','donburiko',1,'playing',12,100,200,1575613600712622092,1575613600712622092,1575613600913948685,1,1575613600939114510,0,1,6900724543424712450,1795725955,1795725955,'en','{}',NULL,'{"step":0,"asks":[0,0],"state":{"seats":2,"round":1,"first":1,"turn":1,"bank":40,"final":false,"chips":[5,5],"owed":[0,0],"out":[false,false],"hands":[[-2,3,4,4],[-2,-1,0,3]],"rows":[[1],[-1]],"owners":[[-1],[-1]],"room":3,"takes":0,"aside":[0,2,2,5],"taking":null,"taken":[]}}','live',120,'seat',0,NULL,'2233974297bd1e899069c8d57f8261916d5365a4de662bf3e683ec40e071ace7','441c35cc78e0faadf7af72d13864483f575b0cd5bdec53da2b3a611cce973712','b9d4712f0efffac796d49a8ad9ea01a3415921e9856c6fa6e40d1c308cf7e517',NULL,0,NULL,6900724543424712450,'pictures',NULL,'prdan',1,2,0,12,0,0,0,1);
INSERT INTO "tables" VALUES('2lb57','donburiko',1,'finished',12,100,200,1575613606219743251,1575613606219743251,NULL,30,NULL,0,30,5880309204051814618,1795725956,1795725956,'en','{}','{"scores":[28,23],"winners":[0],"breakdown":[[["chips",23],["owed",5]],[["chips",23],["owed",0]]]}','{"step":29,"asks":[28,29],"state":{"seats":2,"round":3,"first":1,"turn":-1,"bank":4,"final":true,"chips":[23,23],"owed":[5,0],"out":[true,true],"hands":[[],[]],"rows":[[],[]],"owners":[[],[]],"room":0,"takes":0,"aside":[-2,-1,0,4],"taking":null,"taken":[[1,1,1,[-1,-1,-2,0,0,3,2],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[1,0,2,[1,3,2],[-1,-1,-1],0,6,6,0,true],[2,0,1,[4,-2,-2,-1,2,0,3],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[2,1,2,[-1,3,4],[-1,-1,-1],0,6,6,0,true],[3,1,1,[5,0,-1,2,1,3,2],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[3,0,2,[-2,4,3],[-1,-1,-1],0,5,5,5,false]]}}','live',120,'seat',0,NULL,'a115e904f5db755028e08bfa8447ef0874513064916522d5d6c456a6d863a03b','c44b5dfcfc1f23db406ff061d9ae45229f7cce7b919f69d439cac30107e3a217','f3d7c9803685f480f38cd9f512328d0d1a75efa7b76a35510f512a4ed274d651','1c9858cc8990040bf0b7fc0557b60bbdc36c6122418168eb68fdc137b9889cbf',0,NULL,5880309204051814618,'pictures',1575613606362349588,'rwhjp',1,1,0,12,0,0,0,1);
INSERT INTO "tables" VALUES('4ap6t','donburiko',1,'finished',11,100,200,1575613606521733141,1575613606521733141,NULL,38,NULL,0,38,6765292840691111858,1795725956,1795725957,'en','{}','{"scores":[15,24],"winners":[1],"breakdown":[[["chips",15],["owed",0]],[["chips",24],["owed",0]]]}','{"step":37,"asks":[36,37],"state":{"seats":2,"round":4,"first":0,"turn":-1,"bank":11,"final":true,"chips":[15,24],"owed":[0,0],"out":[true,true],"hands":[[],[]],"rows":[[],[]],"owners":[[],[]],"room":0,"takes":0,"aside":[0,1,4,5],"taking":null,"taken":[[1,1,1,[3,-2,0,-2,2,1,4],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[1,0,2,[2,4,5],[-1,-1,-1],0,11,-5,0,false],[2,0,1,[5,-2,0,-1,1,3,2],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[2,1,2,[2,4,3],[-1,-1,-1],0,9,-3,0,false],[3,1,1,[-2,0,-1,1,3,2,4],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[3,0,2,[-1,3,5],[-1,-1,-1],0,7,-1,0,false],[4,0,1,[-2,0,-2,2,-1,3,2],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[4,1,2,[-1,4,3],[-1,-1,-1],0,6,6,0,true]]}}','live',120,'seat',0,NULL,'4d4fbf0a89a8a10da62f92f88dc5a54af9a51f82d5a83de1cac257510ed59072','ec1795dd302908074117c5843d3d78e261c0eef8b10d08216e9e466aacac4de0','c1a625b039610c596e1b04786941aabdb25adb1bd27f6e745a267f52baf82ba9','dfc7ca4219b22c5115e67fe7d5e33b64706c4b348190ad868760a400750d5d5a',0,NULL,6765292840691111858,'pictures',1575613606655950870,'rwhjp',1,2,0,11,0,0,0,1);
INSERT INTO "tables" VALUES('f7psf','donburiko',1,'finished',11,100,200,1575613610128834586,1575613610128834586,NULL,53,NULL,0,53,5778175526589405400,1795725957,1795725958,'en','{}','{"scores":[13,12,12,13],"winners":[0,3],"breakdown":[[["chips",13],["owed",0]],[["chips",12],["owed",0]],[["chips",12],["owed",0]],[["chips",13],["owed",0]]]}','{"step":52,"asks":[49,50,51,52],"state":{"seats":4,"round":4,"first":3,"turn":-1,"bank":0,"final":true,"chips":[13,12,12,13],"owed":[0,0,0,0],"out":[true,false,false,true],"hands":[[],[],[],[]],"rows":[[],[],[4],[-2]],"owners":[[],[],[-1],[-1]],"room":12,"takes":0,"aside":[],"taking":null,"taken":[[1,0,1,[2,0,-1,-2,0,1,3],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[1,1,2,[4,-2,2,4,3,15,5],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[2,1,1,[15,0,-2,0,-1,3,-1],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[2,2,2,[-2,5,2,3,4,15,4],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[3,2,1,[4,-2,-1,-1,0,0,3],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[3,3,2,[15,2,1,2,15,3,5],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[4,3,1,[0,-2,0,-1,1,-1,2],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[4,0,2,[15,3,4,2,3,15,5],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false]]}}','live',120,'seat',0,NULL,'b504e6bc81eef339a53bed76d6239df32bb4b933a6408f0f7f2d2165d96b6c16','e262613f232face288cb5f555d53b1d9722d51f2ffeb9d5634001ffc2042b933','893ea73ebf3d0112e4b3ff69f5555d88825746ac1e6e500eea4b445c74c53128','c62d226dfb5518fc48412ef0baf627e35570cd5c42ab4308b0799275c45ad576',0,NULL,5778175526589405400,'pictures',1575613610221109275,'d7bld',1,1,0,11,0,0,0,1);
INSERT INTO "tables" VALUES('3kjru','donburiko',1,'finished',11,100,200,1575613616206381087,1575613616206381087,NULL,53,NULL,0,53,8356418378352697052,1795725958,1795725959,'en','{}','{"scores":[12,13,13,12],"winners":[1,2],"breakdown":[[["chips",12],["owed",0]],[["chips",13],["owed",0]],[["chips",13],["owed",0]],[["chips",12],["owed",0]]]}','{"step":52,"asks":[51,52,49,50],"state":{"seats":4,"round":4,"first":1,"turn":-1,"bank":0,"final":true,"chips":[12,13,13,12],"owed":[0,0,0,0],"out":[false,true,true,false],"hands":[[],[],[],[]],"rows":[[],[],[15],[0]],"owners":[[],[],[-1],[-1]],"room":12,"takes":0,"aside":[],"taking":null,"taken":[[1,2,1,[-1,0,-2,5,-2,0,-1],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[1,3,2,[3,15,3,2,2,15,4],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[2,3,1,[2,-1,-2,2,-2,-1,3],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[2,0,2,[0,3,0,15,4,15,4],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[3,0,1,[2,2,-2,-2,-1,4,0],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[3,1,2,[0,-1,1,15,4,3,3],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[4,1,1,[3,-1,-2,-2,2,4,0],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false],[4,2,2,[5,-1,3,15,2,1,4],[-1,-1,-1,-1,-1,-1,-1],0,0,0,0,false]]}}','live',120,'seat',0,NULL,'3bae14f677227c250bae26a5adbdaed9877b56012b9b0f565805f75e871a7540','84d72f6068e001e1d35a9c70657c72aee4fd5882392b3742f43656cb40b7949e','1a3075a9ae48ef238d4610d9daf7ef46766be26aabca9a580326d63d1c6e2924','0e958af8ce121f90aff3424197c6b0f40bdb2e36f4a5e463e7d99496f7f6a7ec',0,NULL,8356418378352697052,'pictures',1575613616281878560,'4n3s3',1,1,0,11,0,0,0,1);
CREATE INDEX tables_by_guild ON tables (guild_id, phase);
CREATE INDEX tables_by_channel ON tables (channel_id, phase);
CREATE INDEX tables_by_place ON tables (place_id, phase) WHERE place_id IS NOT NULL;
CREATE INDEX tables_forgotten ON tables (touched_at) WHERE phase = 'lobby';
CREATE INDEX tables_over ON tables (touched_at) WHERE phase IN ('finished', 'cancelled');
CREATE TRIGGER tables_leave_only_when_over BEFORE DELETE ON tables
WHEN OLD.phase IN ('lobby', 'playing')
BEGIN
    SELECT RAISE(ABORT, 'a table that is not over cannot be deleted');
END;
CREATE INDEX seats_by_person ON seats (person);
CREATE TRIGGER log_is_never_changed BEFORE UPDATE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE TRIGGER log_leaves_only_with_its_table BEFORE DELETE ON log
WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE UNIQUE INDEX tables_by_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX seats_by_due ON seats (due) WHERE due IS NOT NULL;
CREATE INDEX seats_of_computers ON seats (table_id)
WHERE (level IS NOT NULL OR stand_in IS NOT NULL) AND question_number IS NOT NULL;
CREATE INDEX results_by_guild ON results (guild_id, ended_at);
CREATE INDEX results_by_person ON results (person) WHERE person IS NOT NULL;
CREATE INDEX results_by_night ON results (night_id) WHERE night_id IS NOT NULL;
CREATE UNIQUE INDEX tables_by_night ON tables (night_id, night_round, night_table)
WHERE night_id IS NOT NULL;
CREATE INDEX table_events_by_table ON table_events (table_id);
CREATE INDEX nights_by_due ON nights (due) WHERE due IS NOT NULL;
CREATE INDEX nights_by_guild ON nights (guild_id, state);
CREATE INDEX nights_to_show ON nights (touched_at) WHERE shown_revision < revision AND asleep = 0;
CREATE INDEX guests_by_person ON guests (person);
CREATE INDEX rounds_dealt ON rounds (night_id) WHERE state = 'dealt';
CREATE INDEX night_events_by_night ON night_events (night_id);
CREATE INDEX night_posts_unsent ON night_posts (night_id) WHERE message_id IS NULL;
CREATE INDEX apart_by_other ON apart (other);
CREATE INDEX tables_by_opener ON tables (opener, guild_id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX invited_by_person ON invited (person);
CREATE INDEX holders_by_person ON holders (person);
CREATE INDEX table_events_by_person ON table_events (person) WHERE person IS NOT NULL;
CREATE INDEX table_events_by_whom ON table_events (whom) WHERE whom IS NOT NULL;
CREATE INDEX tables_by_anyone ON tables (opener) WHERE opener IS NOT NULL;
CREATE INDEX seasons_by_guild ON seasons (guild_id);
CREATE INDEX tables_to_repair ON tables (touched_at)
WHERE board_revision < revision AND asleep = 0 AND guild_id <> 0;
CREATE TRIGGER results_are_of_servers BEFORE INSERT ON results
WHEN NEW.guild_id = 0
BEGIN
    SELECT RAISE(ABORT, 'a table on no server has no results');
END;
COMMIT;
PRAGMA user_version = 19;
PRAGMA application_id = 1262570325;
