import { errorsOf } from '@datacortex/errors'

type Of<Facts extends string> = Readonly<Record<Facts, string>>

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.slice(0, 12).join(', '))

/** Makes the errors of agents that agents make. */
export const dynamicError = errorsOf({
  DYNAMIC_ID_INVALID: {
    message: ({ id, reason }: Of<'id' | 'reason'>) =>
      `${JSON.stringify(id)} can't be the id of a dynamic agent: ${reason}.`,
    hint: 'Use letters, digits, `-`, `_` and `.`, at most 64, such as math_solver; parent and child are joined by `/`.',
  },
  DYNAMIC_ID_TAKEN: {
    message: ({ path, by }: Of<'path' | 'by'>) => `There is ${by} already, so ${path} was not made.`,
    hint: ({ by }) => `Take another id, or take ${by} away first.`,
  },
  DYNAMIC_NOT_FOUND: {
    message: ({ path, known }: Of<'path'> & { readonly known: readonly string[] }) =>
      `There is no dynamic agent ${path}. Beside it: ${listed(known)}.`,
    hint: 'datacortex agent list --dynamic',
  },
  DYNAMIC_HASH_DIFFERS: {
    message: ({ path, wanted, hash }: Of<'path' | 'wanted' | 'hash'>) =>
      `${path} is no longer what @${wanted} names: its hash is ${hash}.`,
    hint: ({ path, hash }) => `Look at what changed, then use ${path}@${hash.slice(0, 12)}`,
  },
  DYNAMIC_RECIPE_INVALID: {
    message: ({ file, issues }: Of<'file'> & { readonly issues: readonly string[] }) =>
      `The recipe ${file} can't be used: ${issues.join('; ')}.`,
    hint: 'Correct the file, or remove the agent: it stays in the trash.',
  },
  DYNAMIC_SCHEMA_NEWER: {
    message: ({ file, schema }: Of<'file' | 'schema'>) =>
      `The recipe ${file} has schema ${schema}, which a newer version of the program wrote.`,
    hint: 'Update datacortex. The recipe stays as it is.',
  },
  DYNAMIC_CAPABILITY_MISSING: {
    message: ({ agent, parent, capability, reason }: Of<'agent' | 'parent' | 'capability' | 'reason'>) =>
      `${agent} may not have ${capability}: ${parent} can't give it, since ${reason}.`,
    hint: ({ parent, capability }) =>
      `A child has what its parent names at the most: name ${capability} in ${parent}, or leave it out of the child.`,
  },
  DYNAMIC_LIMIT_ABOVE: {
    message: ({ agent, parent, limit, wanted, most }: Of<'agent' | 'parent' | 'limit' | 'wanted' | 'most'>) =>
      `${agent} may not have the limit ${limit} ${wanted}: that of ${parent} is ${most}.`,
    hint: ({ limit, most }) => `Limit it to ${limit}=${most} or less.`,
  },
  DYNAMIC_LIMIT_REACHED: {
    message: ({ agent, limit, detail }: Of<'agent' | 'limit' | 'detail'>) =>
      `${agent} is not run: its limit of ${limit} is reached (${detail}).`,
    hint: 'Wait until what runs has ended, or make an agent with a higher limit.',
    details: ({ agent, limit }) => ({ agent, limit, transient: limit === 'concurrency' }),
  },
  DYNAMIC_SPENT_UNREADABLE: {
    message: ({ file, reason }: Of<'file' | 'reason'>) =>
      `What was used up can't be read from ${file}: ${reason}. Nothing was run or removed.`,
    hint: 'Mend the file. Who removes it lets the limits begin anew.',
  },
  DYNAMIC_EXPIRED: {
    message: ({ agent, expires }: Of<'agent' | 'expires'>) => `${agent} expired at ${expires}.`,
    hint: 'Make it anew, with a later date. Until it is cleaned up, its recipe is where it was.',
  },
  DYNAMIC_TYPE_INVALID: {
    message: ({ name, reason }: Of<'name' | 'reason'>) => `The JSON Schema of ${name} can't be used: ${reason}.`,
    hint: 'Write it by JSON Schema 2020-12, with references inside the document only.',
  },
  DYNAMIC_TASK_UNKNOWN: {
    message: ({ agent, task, tasks }: Of<'agent' | 'task'> & { readonly tasks: readonly string[] }) =>
      `${agent} has no task ${JSON.stringify(task)}. It has: ${listed(tasks)}.`,
    hint: 'Name one of these, or say in several words what is to be done.',
  },
  DYNAMIC_INPUT_INVALID: {
    message: ({ task, path, reason }: Of<'agent' | 'task' | 'path' | 'reason'>) =>
      `The input of ${task} is not valid at ${path}: ${reason}. Nothing was run.`,
    hint: ({ agent }) => `datacortex agent show ${agent} prints the JSON Schema of each task; give one by --input.`,
    details: ({ task, path }) => ({ task, path }),
  },
  DYNAMIC_OUTPUT_INVALID: {
    message: ({ task, path, reason }: Of<'task' | 'path' | 'reason' | 'execution'>) =>
      `The answer to ${task} is not what its schema says, also after it was asked to repair it. At ${path}: ${reason}.`,
    hint: ({ execution }) => `datacortex log show ${execution} shows the answer.`,
    details: ({ task, path, execution }) => ({ task, path, execution }),
  },
  DYNAMIC_IN_USE: {
    message: ({ agent, users }: Of<'agent' | 'users'>) =>
      `${agent} is running (${users}), so it stays. Nothing was removed.`,
    hint: 'Try again when it has ended.',
  },
  DYNAMIC_HAS_CHILDREN: {
    message: ({ agent, children }: Of<'agent'> & { readonly children: readonly string[] }) =>
      `${agent} has children of its own: ${listed(children)}. Nothing was changed.`,
    hint: 'Promote or remove these first.',
  },
  DYNAMIC_NOT_PROMOTED: {
    message: ({ agent }: Of<'agent'>) => `${agent} was never a dynamic agent, so it can't become one again.`,
    hint: 'datacortex agent create makes a dynamic agent.',
  },
  DYNAMIC_NOT_THE_PARENT: {
    message: ({ caller, parent }: Of<'caller' | 'parent'>) =>
      `${caller} can't make or remove agents of ${parent}: an agent has children of its own only.`,
    hint: 'Leave the parent out: in a run it is who calls.',
  },
  DYNAMIC_NOT_THE_USER: {
    message: ({ caller }: Of<'caller'>) =>
      `${caller} can't decide which dynamic agents become normal ones. Nothing was changed.`,
    hint: 'The user does: datacortex agent promote PARENT/CHILD',
  },
  DYNAMIC_NOT_EXPORTED: {
    message: ({ agent, needsEntry }: Of<'agent'> & { readonly needsEntry: boolean }) =>
      needsEntry
        ? `${agent} is a dynamic agent: it has no entry in agents.yaml to note in where it is published.`
        : `${agent} is a dynamic agent, and these are not published unless somebody says so.`,
    hint: ({ agent, needsEntry }) =>
      `${needsEntry ? 'Promote' : 'Add --dynamic, or promote'} it first: datacortex agent promote ${agent}`,
  },
  DYNAMIC_CLONE_BOUND: {
    message: ({ agent, what }: Of<'agent' | 'what'>) => `${agent} is a clone, which can't ${what}.`,
    hint: 'Let the agent do it that the clone was made of.',
  },
})
