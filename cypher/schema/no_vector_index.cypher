// They go; HASH stands for the namespace's word.
DROP INDEX kgmem_near_HASH_fact IF EXISTS;
DROP INDEX kgmem_past_HASH_fact IF EXISTS;
DROP INDEX kgmem_near_HASH_episode IF EXISTS;
DROP INDEX kgmem_near_HASH_entity IF EXISTS;
