// Version 1. Every row has one place: its namespace and its id.
CREATE CONSTRAINT kgmem_store IF NOT EXISTS FOR (x:Kgmem) REQUIRE x.id IS UNIQUE;
CREATE CONSTRAINT kgmem_namespace IF NOT EXISTS FOR (x:Namespace) REQUIRE x.name IS UNIQUE;
CREATE CONSTRAINT kgmem_journal IF NOT EXISTS FOR (x:Journal) REQUIRE (x.namespace, x.seq) IS UNIQUE;
CREATE CONSTRAINT kgmem_episode IF NOT EXISTS FOR (x:Episode) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_entity IF NOT EXISTS FOR (x:Entity) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_merged IF NOT EXISTS FOR (x:MergedEntity) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_alias IF NOT EXISTS FOR (x:Alias) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_fact IF NOT EXISTS FOR (x:Fact) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_version IF NOT EXISTS FOR (x:Version) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_support IF NOT EXISTS FOR (x:Support) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_ending IF NOT EXISTS FOR (x:Ending) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_subgoal IF NOT EXISTS FOR (x:Subgoal) REQUIRE (x.namespace, x.id) IS UNIQUE;
CREATE CONSTRAINT kgmem_relation IF NOT EXISTS FOR (x:Relation) REQUIRE (x.namespace, x.id) IS UNIQUE;
