// Rows of a namespace by kind.
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'episode' AS kind, found
UNION ALL
MATCH (x:Alias) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'alias' AS kind, found
UNION ALL
MATCH (x:Support) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'support' AS kind, found
UNION ALL
MATCH (x:Ending) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'ending' AS kind, found
UNION ALL
MATCH (x:Version) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'version' AS kind, found
UNION ALL
MATCH (x:Subgoal) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'subgoal' AS kind, found
UNION ALL
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'entity' AS kind, found
UNION ALL
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'merged' AS kind, found
UNION ALL
MATCH (x:Relation) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'relation' AS kind, found
UNION ALL
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id >= '' WITH count(x) AS found RETURN 'fact' AS kind, found
UNION ALL
MATCH (x:Journal) WHERE x.namespace = $namespace AND x.seq >= 0 WITH count(x) AS found RETURN 'journal' AS kind, found
