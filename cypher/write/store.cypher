// The store's own row.
// == migrated
MERGE (k:Kgmem {id: 0}) ON CREATE SET k.encoder = '', k.dimension = 0, k.generation = 0, k.epoch = 0
SET k.schema = $schema
// == encoder
MATCH (k:Kgmem {id: 0})
SET k.locked = true
WITH k, k.encoder = '' AS free
SET k.encoder = CASE WHEN free THEN $encoder ELSE k.encoder END, k.dimension = CASE WHEN free THEN $dimension ELSE k.dimension END
REMOVE k.locked
RETURN k.encoder AS encoder, k.dimension AS dimension
// == lock
MATCH (k:Kgmem {id: 0})
SET k.locked = true
WITH k REMOVE k.locked
RETURN k.generation AS generation
// == swap
MATCH (k:Kgmem {id: 0})
SET k.generation = $generation, k.encoder = $encoder, k.dimension = $dimension, k.epoch = k.epoch + 1
WITH k
MATCH (n:Namespace) WHERE n.name >= ''
SET n.epoch = n.epoch + 1
// == dropping
MATCH (n:Namespace {name: $namespace})
MATCH (k:Kgmem {id: 0})
SET k.locked = true, n.locked = true
WITH k, n, CASE WHEN n.epoch > k.epoch THEN n.epoch ELSE k.epoch END AS epoch
SET n.dropping = true, n.epoch = epoch + 1, k.epoch = epoch + 1
REMOVE k.locked, n.locked
RETURN n.name AS name
// == dropped
MATCH (n:Namespace {name: $namespace}) WHERE n.dropping
DELETE n
