"""Words, names, times, relations and questions: what the stages know about language."""
