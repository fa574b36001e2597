// What older nodes are completed from, a page after `$after`.
// == fact
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
RETURN x.id AS id, x.status AS status, x.terms AS terms
// == episode
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
RETURN x.id AS id, x.thread AS thread, x.time AS time, x.terms AS terms
// == entity
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
RETURN x.id AS id, x.name AS name
// == merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id > $after
WITH x ORDER BY x.namespace, x.id LIMIT $limit
RETURN x.id AS id, x.name AS name
