// Edges that are to be drawn anew, or not at all.
CALL { UNWIND $p.facts AS id MATCH (:Fact {namespace: $namespace, id: id})-[r:SUBJECT|OBJECT|QUALIFIER]->() DELETE r }
CALL { UNWIND $p.facts AS id MATCH ()-[r:FACT {namespace: $namespace, id: id}]->() DELETE r }
CALL { UNWIND $p.supports AS row MATCH (:Fact {namespace: $namespace, id: row.fact})-[r:SUPPORTED_BY {id: row.id}]->() DELETE r }
CALL { UNWIND $p.endings AS row MATCH (:Fact {namespace: $namespace, id: row.fact})-[r:ENDED_BY {id: row.id}]->() DELETE r }
CALL { UNWIND $p.episodes AS id MATCH (:Episode {namespace: $namespace, id: id})-[r:IN]->() DELETE r }
CALL { UNWIND $p.subgoals AS id MATCH (:Subgoal {namespace: $namespace, id: id})-[r:PART_OF]->() DELETE r }
CALL { UNWIND $p.links AS row MATCH (:Episode {namespace: $namespace, id: row[0]})-[r:NEXT]->(:Episode {namespace: $namespace, id: row[1]}) DELETE r }
