// Version 3 made the full-text indexes that version 4 replaces under the same names: nothing is left to do. Were they still
// made here, a process that starts beside another could put the old ones in the place of the new.
