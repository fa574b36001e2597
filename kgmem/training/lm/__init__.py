"""Language models as policies: an edit model and an answer model, trained with TRL and LoRA."""
