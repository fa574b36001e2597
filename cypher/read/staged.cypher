// Vectors that a re-embedding has not replaced yet, or with another dimension.
// == fact
MATCH (x:Fact) WHERE x[$current] IS NOT NULL
RETURN count(CASE WHEN x.staged IS NULL OR x.staged <> $next THEN 1 END) AS missing, count(CASE WHEN x.staged = $next AND x.staged_size <> $size THEN 1 END) AS wrong
// == episode
MATCH (x:Episode) WHERE x[$current] IS NOT NULL
RETURN count(CASE WHEN x.staged IS NULL OR x.staged <> $next THEN 1 END) AS missing, count(CASE WHEN x.staged = $next AND x.staged_size <> $size THEN 1 END) AS wrong
// == entity
MATCH (x:Entity|MergedEntity) WHERE x[$current] IS NOT NULL
RETURN count(CASE WHEN x.staged IS NULL OR x.staged <> $next THEN 1 END) AS missing, count(CASE WHEN x.staged = $next AND x.staged_size <> $size THEN 1 END) AS wrong
