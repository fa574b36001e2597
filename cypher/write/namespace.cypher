// The namespace's own row: taken for writing at the beginning, moved on at the end.
// == lock
MATCH (k:Kgmem {id: 0})
MERGE (n:Namespace {name: $namespace}) ON CREATE SET n.revision = 0, n.epoch = k.epoch, n.counters = '{}'
SET n.locked = true
WITH k, n REMOVE n.locked
RETURN n.revision AS revision, n.epoch AS epoch, n.counters AS counters, n.last AS last, n.dropping AS dropping, k.encoder AS encoder, k.dimension AS dimension, k.generation AS generation, n.near AS near
// == advance
MATCH (n:Namespace {name: $namespace})
SET n.revision = $revision, n.epoch = $epoch, n.counters = $counters, n.last = $token
WITH n
CALL { UNWIND $p.entries AS row CREATE (x:Journal {namespace: $namespace}) SET x += row }
CALL { UNWIND $p.old AS seq MATCH (x:Journal {namespace: $namespace, seq: seq}) REMOVE x.before }
// == erase
CALL { UNWIND $p.erase AS seq MATCH (x:Journal {namespace: $namespace, seq: seq}) REMOVE x.step, x.author, x.cause, x.reason, x.score, x.payload, x.before }
CALL { MATCH (x:Journal) WHERE x.namespace = $namespace AND x.seq > $since WITH x WHERE x.before IS NOT NULL REMOVE x.before }
