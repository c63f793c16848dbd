import { type FactsOf, errorsOf } from '@datacortex/errors'

/** Makes the errors of the registry. */
export const registryError = errorsOf({
  REGISTRY_YAML_INVALID: {
    message: ({ excerpt }: { file: string; excerpt: string }) => excerpt,
    hint: ({ file }) => `Correct the marked line of ${file}. Nothing was changed.`,
    details: ({ file }) => ({ file }),
  },
  REGISTRY_INVALID: {
    message: ({ file, issues }: { file: string; issues: readonly string[] }) =>
      `${file} does not match the schema: ${issues.join('; ')}.`,
    hint: 'Correct these fields. Nothing was changed.',
  },
  REGISTRY_AGENT_NOT_FOUND: {
    message: ({ id }: { id: string; nearest: readonly string[] }) => `There is no agent ${JSON.stringify(id)}.`,
    hint: ({ nearest }) => (nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'datacortex list'),
  },
  REGISTRY_COMPONENT_NOT_FOUND: {
    message: ({ id }: { id: string; nearest: readonly string[] }) => `There is no component ${JSON.stringify(id)}.`,
    hint: ({ nearest }) => (nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'datacortex component list'),
  },
  REGISTRY_ALIAS_CYCLE: {
    message: ({ ids }: { ids: readonly string[] }) => `These aliases lead in a circle: ${ids.join(' → ')}.`,
    hint: 'Let one of them name an agent that exists.',
  },
  REGISTRY_ALIAS_DANGLING: {
    message: ({ alias, target }: { alias: string; target: string; nearest: readonly string[] }) =>
      `The alias ${JSON.stringify(alias)} leads to ${JSON.stringify(target)}, which is no agent.`,
    hint: ({ alias, nearest }) =>
      nearest.length > 0 ? `Let it name ${nearest.join(' or ')}.` : `Correct or delete the alias ${alias}.`,
  },
  REGISTRY_AGENT_REMOVED: {
    // `successor`: id of the agent that does its work now, if its note names one.
    message: ({ id, note }: { id: string; note?: string | undefined; successor?: string | undefined }) => {
      const reason = note?.trim().replace(/\.$/, '') ?? ''
      return `The agent ${JSON.stringify(id)} was removed${reason === '' ? '' : `: ${reason}`}.`
    },
    hint: ({ successor }) =>
      `${successor === undefined ? '' : `datacortex agent show ${successor}   or   `}datacortex find "<what it should do>"`,
  },
  REGISTRY_AGENT_DISABLED: {
    message: ({ disabled }: { disabled: string }) => `The agent ${JSON.stringify(disabled)} is disabled in this space.`,
    hint: ({ disabled }) => `datacortex agent enable ${disabled}`,
  },
  REGISTRY_EDIT_REFUSED: {
    // `isUnread`: they would replace what somebody wrote in a way that the registry can't read.
    message: ({ file, subjects }: { file: string; subjects: readonly string[]; isUnread?: boolean }) =>
      `${file} can't be edited without changing the meaning of ${subjects.join(', ')}. Nothing was changed.`,
    hint: ({ isUnread = false }) =>
      isUnread
        ? "What stands there can't be read, so somebody may have written it for themselves. Correct it or take it out, then run the command again."
        : 'These entries share text through YAML anchors (&, *, <<) or repeat a key. Write them out in full, then run the command again.',
    details: ({ file, subjects }) => ({ file, subjects }),
  },
  REGISTRY_QUERY_EMPTY: {
    message: 'The query has no text.',
    hint: 'datacortex find "what you want done"',
  },
})

/** What there is to say of a name that leads to no agent. */
export type UnresolvedName = FactsOf<typeof registryError>[
  | 'REGISTRY_ALIAS_CYCLE'
  | 'REGISTRY_ALIAS_DANGLING'
  | 'REGISTRY_AGENT_REMOVED'
  | 'REGISTRY_AGENT_DISABLED']
