"""Tables: who sits where, whose turn it is, and what was acknowledged is on disk.

- The table: `table`, `seat`, `who_sits`, `table_face`, `table_event`, `recent_step`, `rankings`;
  what goes wrong: `trouble`
- All of them: `tables`, through which every change goes; `table_cache`, `game_json`, `listening`,
  `readers`
- Before the game: `lobby_rules`, `lobby_verbs`, `asking_in`, `dealers`; at a set time: `set_times`,
  `table_timer`
- The game: `moves`, `seat_rules`, `table_verbs`, `night_verbs`; who decides what for all:
  `who_decides`, `votes`, `vote_verbs`, `going_on`
- Time: `clock`, `clocks`, `timed_seats`, `reserve`, `due_timer`; when it stands for somebody:
  `quiet_hours`, `away`, `away_days`, `zones`, `zone_names`
- Calls: `turn_calls`, `waiting`
- Moves set ahead: `order`, `orders`, `set_ahead`, `order_book`, `order_pace`, `order_timer`
- Computers: `computer_players`, `computer_pace`, `workers`, `worker_jobs`
- The end, and after it: `early_end`, `ended_seats`, `results`, `honours`, `after_game`; looked at
  again: `history`, `game_record`, `fingerprints`, `verify_deal`, `verify_export`
- What people write: `notes`, `reports`, `typed_lists`
- Servers, and who runs the bot: `servers`, `announcement`, `check_tables`, `sweep_tables`
"""
