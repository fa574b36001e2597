// A namespace goes in transactions of bounded size, facts with their edges first.
// == edges
MATCH ()-[r:FACT]->() WHERE r.namespace = $namespace AND r.id >= ''
CALL { WITH r DELETE r } IN TRANSACTIONS OF 5000 ROWS
// == facts
MATCH (x:Fact) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS
// == supports
MATCH (x:Support) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DELETE x } IN TRANSACTIONS OF 10000 ROWS
// == versions
MATCH (x:Version) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DELETE x } IN TRANSACTIONS OF 10000 ROWS
// == endings
MATCH (x:Ending) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DELETE x } IN TRANSACTIONS OF 10000 ROWS
// == aliases
MATCH (x:Alias) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DELETE x } IN TRANSACTIONS OF 10000 ROWS
// == episodes
MATCH (x:Episode) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS
// == entities
MATCH (x:Entity) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS
// == merged
MATCH (x:MergedEntity) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS
// == subgoals
MATCH (x:Subgoal) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS
// == relations
MATCH (x:Relation) WHERE x.namespace = $namespace AND x.id >= ''
CALL { WITH x DETACH DELETE x } IN TRANSACTIONS OF 2000 ROWS
// == journal
MATCH (x:Journal) WHERE x.namespace = $namespace AND x.seq >= 0
CALL { WITH x DELETE x } IN TRANSACTIONS OF 10000 ROWS
