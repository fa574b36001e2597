// Rows of a namespace by kind.
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'episode' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Alias) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'alias' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Support) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'support' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Ending) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'ending' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Version) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'version' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Subgoal) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'subgoal' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'entity' AS kind, count(x) AS rows
UNION ALL
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'merged' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Relation) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'relation' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id >= '' RETURN 'fact' AS kind, count(x) AS rows
UNION ALL
MATCH (x:Journal) WHERE x.namespace = $namespace AND x.seq >= 0 RETURN 'journal' AS kind, count(x) AS rows
