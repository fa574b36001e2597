"""kgmem: a knowledge-graph memory engine for LLM agents."""
