"""The rules of each game, sentence by sentence, and what the contract tests must know about it."""
