"""Pages of the documentation that are written from the rulesets themselves: pure functions from values to Markdown."""
