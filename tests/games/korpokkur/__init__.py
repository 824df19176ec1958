"""7 Little Korpokkurs: more of its tests."""
