// Our indexes.
// == unready
SHOW INDEXES YIELD name, state WHERE name STARTS WITH 'kgmem_' AND state <> 'ONLINE'
RETURN name, state
// == vectors
SHOW VECTOR INDEXES YIELD name, state, populationPercent, options WHERE name IN $p.names
RETURN name, state, populationPercent, options.indexConfig['vector.dimensions'] AS dimension
// == near
MATCH (n:Namespace) WHERE n.name >= '' AND n.near IS NOT NULL
RETURN n.name AS name
