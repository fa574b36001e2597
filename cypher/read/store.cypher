// What the database says of itself.
// == info
MATCH (k:Kgmem {id: 0})
RETURN k.schema AS schema, k.encoder AS encoder, k.dimension AS dimension, k.generation AS generation, k.epoch AS epoch
// == namespaces
MATCH (n:Namespace) WHERE n.name >= '' AND n.dropping IS NULL
RETURN n.name AS name ORDER BY name
// == namespace
MATCH (k:Kgmem {id: 0})
OPTIONAL MATCH (n:Namespace {name: $namespace}) WHERE n.dropping IS NULL
RETURN n.revision AS revision, coalesce(n.epoch, k.epoch) AS epoch, n.counters AS counters, k.generation AS generation, k.dimension AS dimension, n.near AS near, coalesce(n.near_ready, false) AS near_ready
// == written
MATCH (n:Namespace {name: $namespace})
RETURN n.last = $token AS written
