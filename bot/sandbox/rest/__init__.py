"""The bot's requests, a file for each subject; `requests.py` has what happens around each."""
