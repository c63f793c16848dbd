import { CodedError } from '@datacortex/errors'

/** `agents.yaml` is not YAML. */
export class RegistryYamlInvalidError extends CodedError {
  constructor({ file, excerpt }: { file: string; excerpt: string }) {
    super('REGISTRY_YAML_INVALID', excerpt, {
      hint: `Correct the marked line of ${file}. Nothing was changed.`,
      details: { file },
    })
  }
}

/** `agents.yaml` is YAML of a wrong shape. */
export class RegistryInvalidError extends CodedError {
  constructor({ file, issues }: { file: string; issues: readonly string[] }) {
    super('REGISTRY_INVALID', `${file} does not match the schema: ${issues.join('; ')}.`, {
      hint: 'Correct these fields. Nothing was changed.',
      details: { file, issues },
    })
  }
}

/** No agent of this id. */
export class AgentNotFoundError extends CodedError {
  constructor({ id, nearest }: { id: string; nearest: readonly string[] }) {
    super('REGISTRY_AGENT_NOT_FOUND', `There is no agent ${JSON.stringify(id)}.`, {
      hint: nearest.length > 0 ? `Did you mean ${nearest.join(' or ')}?` : 'datacortex agent list',
      details: { id, nearest },
    })
  }
}

/** Aliases that lead back to themselves. */
export class AliasCycleError extends CodedError {
  constructor({ ids }: { ids: readonly string[] }) {
    super('REGISTRY_ALIAS_CYCLE', `These aliases lead in a circle: ${ids.join(' → ')}.`, {
      hint: 'Let one of them name an agent that exists.',
      details: { ids },
    })
  }
}
