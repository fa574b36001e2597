// New vectors beside the current ones, of rows that have one now.
// == fact
CALL { UNWIND $p.rows AS row MATCH (x:Fact {namespace: $namespace, id: row[0]}) WHERE $first AND x[$current] IS NOT NULL SET x.vector_0 = row[1], x.staged = $next, x.staged_size = $size }
CALL { UNWIND $p.rows AS row MATCH (x:Fact {namespace: $namespace, id: row[0]}) WHERE NOT $first AND x[$current] IS NOT NULL SET x.vector_1 = row[1], x.staged = $next, x.staged_size = $size }
// == episode
CALL { UNWIND $p.rows AS row MATCH (x:Episode {namespace: $namespace, id: row[0]}) WHERE $first AND x[$current] IS NOT NULL SET x.vector_0 = row[1], x.staged = $next, x.staged_size = $size }
CALL { UNWIND $p.rows AS row MATCH (x:Episode {namespace: $namespace, id: row[0]}) WHERE NOT $first AND x[$current] IS NOT NULL SET x.vector_1 = row[1], x.staged = $next, x.staged_size = $size }
// == entity
CALL { UNWIND $p.rows AS row MATCH (x:Entity {namespace: $namespace, id: row[0]}) WHERE $first AND x[$current] IS NOT NULL SET x.vector_0 = row[1], x.staged = $next, x.staged_size = $size }
CALL { UNWIND $p.rows AS row MATCH (x:Entity {namespace: $namespace, id: row[0]}) WHERE NOT $first AND x[$current] IS NOT NULL SET x.vector_1 = row[1], x.staged = $next, x.staged_size = $size }
CALL { UNWIND $p.rows AS row MATCH (x:MergedEntity {namespace: $namespace, id: row[0]}) WHERE $first AND x[$current] IS NOT NULL SET x.vector_0 = row[1], x.staged = $next, x.staged_size = $size }
CALL { UNWIND $p.rows AS row MATCH (x:MergedEntity {namespace: $namespace, id: row[0]}) WHERE NOT $first AND x[$current] IS NOT NULL SET x.vector_1 = row[1], x.staged = $next, x.staged_size = $size }
