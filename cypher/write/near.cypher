// A namespace's vector indexes and the lists that they hold.
// == begin
MATCH (n:Namespace {name: $namespace}) WHERE n.dropping IS NULL
SET n.near = $near, n.near_ready = false
RETURN n.name AS name
// == ready
MATCH (n:Namespace {name: $namespace, near: $near})
SET n.near_ready = true
// == end
MATCH (n:Namespace {name: $namespace})
REMOVE n.near, n.near_ready
// == fact
UNWIND $p.rows AS row
MATCH (x:Fact {namespace: $namespace, id: row[0]}) WHERE x[$property] IS NOT NULL AND x['near_' + $near] IS NULL AND x['past_' + $near] IS NULL
SET x += CASE x.status WHEN 'live' THEN row[1] WHEN 'ended' THEN row[2] ELSE {} END
// == episode
UNWIND $p.rows AS row
MATCH (x:Episode {namespace: $namespace, id: row[0]}) WHERE x[$property] IS NOT NULL AND x['near_' + $near] IS NULL
SET x += row[1]
// == entity
UNWIND $p.rows AS row
MATCH (x:Entity {namespace: $namespace, id: row[0]}) WHERE x[$property] IS NOT NULL AND x['near_' + $near] IS NULL
SET x += row[1]
// == clear.fact
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x SET x += $nothing } IN TRANSACTIONS OF 2000 ROWS
// == clear.episode
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x SET x += $nothing } IN TRANSACTIONS OF 2000 ROWS
// == clear.entity
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x SET x += $nothing } IN TRANSACTIONS OF 2000 ROWS
// == clear.merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x SET x += $nothing } IN TRANSACTIONS OF 2000 ROWS
