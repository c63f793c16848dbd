import { CodedError, type Finding, attempt, codedError, findingOf, warningFinding } from '@datacortex/errors'
import type { PrivacySettings } from '@datacortex/platform'
import type { Registry } from '@datacortex/registry'
import { privacyOf } from './privacy.ts'

/**
 * What is wrong with the privacy settings: a pattern that stops every run, a level for an agent that is not there.
 * @example examinePrivacy(settings.privacy, catalogue.registry)
 */
export function examinePrivacy(settings: PrivacySettings, registry: Registry): readonly Finding[] {
  const privacy = attempt(() => privacyOf(settings), codedError)
  const refused = CodedError.is(privacy) ? [findingOf(privacy, 'privacy.paths')] : []
  return [...refused, ...unknownAgents(settings, registry)]
}

/** A misspelt id would leave its agent with the level of all. */
function unknownAgents({ agents }: PrivacySettings, registry: Registry): readonly Finding[] {
  return Object.keys(agents.named)
    .filter((id) => !registry.agents.has(id))
    .map((id) =>
      warningFinding('CONTEXT_PRIVACY_AGENT_UNKNOWN', id, {
        message: `The settings give the agent ${id} a privacy level, but there is no such agent.`,
        hint: 'Correct the id under privacy.agents or remove it.',
      }),
    )
}
