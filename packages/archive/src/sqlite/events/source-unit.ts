/**
 * Above the flags of an event's row is the id of the name of a subagent inside another agent's input; 0 where it was not
 * told apart.
 */
export const SOURCE_UNIT = 256;
