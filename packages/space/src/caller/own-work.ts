import type { Caller } from './caller.ts'

/** How the log and runs of research name the client that asked for them, be it through an agent; ids of agents have no blanks. */
export function clientName(caller: Caller): string | undefined {
  if (caller.kind === 'agent') return caller.client
  return caller.kind === 'client' ? `client ${caller.client ?? 'anyone'}` : undefined
}

/** Whether somebody may know of what was begun for `by`: of another client only the user, and who manages the space. */
export function mayKnowOf(caller: Caller, by: unknown): boolean {
  const isOfClient = typeof by === 'string' && by.startsWith('client ')
  return !isOfClient || caller.kind !== 'client' || caller.rights.includes('manage') || by === clientName(caller)
}
