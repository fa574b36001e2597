// Our indexes.
// == unready
SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'kgmem_' AND state <> 'ONLINE'
RETURN name, state
