"""Game nights: evenings at many tables, from the invitation to the standings.

- The night: `night`, `guest_list`, `night_json`, `night_reading`; all of them: `nights`,
  `night_timer`, `night_events`, `next_due`, `forgetting`; who leads it: `leading`, `cohosts`
- Dates: `dates`, `typed_dates`, `date_offers`, `date_lists`, `calendar_file`
- Before it: `announcing`, `drafts`, `asks` and `ask_rules` (which date suits), `ask_again`,
  `standing_posts`, `taking_back`; who is told that it is off, or moves: `who_is_told`, `called_to`
- Guests: `answers`, `doors`, `guest_presses`, `late_times`, `due_times`, `attendance`
- Who sits with whom: `seating`, `proposals`, `assign_tables`, `seating_search`, `table_sizes`,
  `game_sizes`, `mend`, `teaching`
- The evening: `rounds`, `added_rounds`, `run_rounds`, `deal_rounds`, `more_tables`, `free_seats`,
  `minded_seats`, `stages`; what it does by itself: `pilot`, `pilot_presses`,
  `night_calls`, `still_calls`, `unstarted`, `standstill`
- Points: `night_points`, `standings`, `seasons`, `result_files`
- The next one: `after_night`, `next_night`, `series`, `series_rules`, `left_out`, `fans`,
  `said_lately`, `morning_calls`
"""
