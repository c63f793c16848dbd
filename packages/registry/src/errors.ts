import { type MakeError, errorsOf } from '@datacortex/errors'

export type RegistryErrors = {
  readonly REGISTRY_YAML_INVALID: { readonly file: string; readonly excerpt: string }
  readonly REGISTRY_INVALID: { readonly file: string; readonly issues: readonly string[] }
  readonly REGISTRY_AGENT_NOT_FOUND: { readonly id: string; readonly nearest: readonly string[] }
  /** The first id again at the end. */
  readonly REGISTRY_ALIAS_CYCLE: { readonly ids: readonly string[] }
  readonly REGISTRY_ALIAS_DANGLING: {
    readonly alias: string
    readonly target: string
    readonly nearest: readonly string[]
  }
  readonly REGISTRY_AGENT_REMOVED: {
    readonly id: string
    readonly note?: string | undefined
    /** Id of the agent that does its work now, if its note names one. */
    readonly successor?: string | undefined
  }
  readonly REGISTRY_AGENT_DISABLED: { readonly disabled: string }
  readonly REGISTRY_EDIT_REFUSED: {
    readonly file: string
    readonly subjects: readonly string[]
    /** They would replace what somebody wrote in a way that the registry can't read. */
    readonly isUnread?: boolean
  }
  readonly REGISTRY_QUERY_EMPTY: Record<string, never>
}

/** What there is to say of a name that leads to no agent. */
export type UnresolvedName = RegistryErrors[
  | 'REGISTRY_ALIAS_CYCLE'
  | 'REGISTRY_ALIAS_DANGLING'
  | 'REGISTRY_AGENT_REMOVED'
  | 'REGISTRY_AGENT_DISABLED']

/** Makes the errors of the registry. */
export const registryError: MakeError<RegistryErrors> = errorsOf<RegistryErrors>({
  REGISTRY_YAML_INVALID: {
    message: ({ excerpt }) => excerpt,
    hint: ({ file }) => `Correct the marked line of ${file}. Nothing was changed.`,
    details: ({ file }) => ({ file }),
  },
  REGISTRY_INVALID: {
    message: ({ file, issues }) => `${file} does not match the schema: ${issues.join('; ')}.`,
    hint: 'Correct these fields. Nothing was changed.',
  },
  REGISTRY_AGENT_NOT_FOUND: {
    message: ({ id }) => `There is no agent ${JSON.stringify(id)}.`,
    hint: ({ nearest }) => (nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'datacortex list'),
  },
  REGISTRY_ALIAS_CYCLE: {
    message: ({ ids }) => `These aliases lead in a circle: ${ids.join(' → ')}.`,
    hint: 'Let one of them name an agent that exists.',
  },
  REGISTRY_ALIAS_DANGLING: {
    message: ({ alias, target }) =>
      `The alias ${JSON.stringify(alias)} leads to ${JSON.stringify(target)}, which is no agent.`,
    hint: ({ alias, nearest }) =>
      nearest.length > 0 ? `Let it name ${nearest.join(' or ')}.` : `Correct or delete the alias ${alias}.`,
  },
  REGISTRY_AGENT_REMOVED: {
    message: ({ id, note }) => {
      const reason = note?.trim().replace(/\.$/, '') ?? ''
      return `The agent ${JSON.stringify(id)} was removed${reason === '' ? '' : `: ${reason}`}.`
    },
    hint: ({ successor }) =>
      `${successor === undefined ? '' : `datacortex agent show ${successor}   or   `}datacortex find "<what it should do>"`,
  },
  REGISTRY_AGENT_DISABLED: {
    message: ({ disabled }) => `The agent ${JSON.stringify(disabled)} is disabled in this space.`,
    hint: ({ disabled }) => `datacortex agent enable ${disabled}`,
  },
  REGISTRY_EDIT_REFUSED: {
    message: ({ file, subjects }) =>
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
