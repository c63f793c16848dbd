import { type Finding, warningFinding } from '@datacortex/errors'

export type HeldIdentity = {
  /** The agent whose it is, as far as its URI tells. */
  readonly id?: string | undefined
  readonly agentId: bigint
  readonly uri: string
}

/** Findings on identities that stand for the same agent: with one URI, or with URIs of one agent. */
export function doubledIdentities(held: readonly HeldIdentity[]): readonly Finding[] {
  const groups = Map.groupBy(
    held.filter(({ id, uri }) => id !== undefined || uri !== ''),
    ({ id, uri }) => id ?? uri,
  )
  return [...groups].flatMap(([subject, identities]): readonly Finding[] => {
    if (identities.length < 2) return []
    const numbers = identities.map(({ agentId }) => `#${agentId}`).join(', ')
    return [
      warningFinding('EXPORT_IDENTITY_DOUBLED', subject.slice(0, 100), {
        message: `The account has ${identities.length} identities of it: ${numbers}.`,
        hint: 'Keep the one in agents.yaml; give the others another URI or hand them on with a wallet.',
      }),
    ]
  })
}
