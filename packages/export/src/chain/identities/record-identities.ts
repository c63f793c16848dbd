import { type Finding, CodedError, warningFinding } from '@datacortex/errors'
import { type SpacePaths, shellWord } from '@datacortex/platform'
import { type AgentErc8004, type RegistryEditor, updateRegistry } from '@datacortex/registry'
import type { Address } from 'viem'
import { idNumber } from '../chain-report.ts'
import type { Chain } from '../connect/connect-chain.ts'

export type RecordedIdentity = { readonly id: string; readonly agentId: bigint; readonly wallet: Address | undefined }

export type Recording = { readonly recorded: readonly string[]; readonly findings: readonly Finding[] }

/** Writes identities into `erc8004` of the agents' entries: `chainRegistrations`, `agentId` and `wallet`. */
export async function recordIdentities(
  paths: SpacePaths,
  options: {
    readonly chain: Chain
    readonly identities: readonly RecordedIdentity[]
    readonly dryRun?: boolean | undefined
  },
): Promise<Recording> {
  const { chain, identities, dryRun } = options
  if (identities.length === 0) return { recorded: [], findings: [] }
  try {
    return await updateRegistry(paths, (editor) => recordAll(editor, { chain, identities }), { dryRun })
  } catch (error) {
    if (!CodedError.is(error)) throw error
    if (identities.length === 1 || error.code !== 'REGISTRY_EDIT_REFUSED')
      return { recorded: [], findings: identities.map(({ id, agentId }) => notRecorded(id, { chain, agentId, error })) }
  }
  // One of them can't be edited; the others can.
  const each: Recording[] = []
  for (const identity of identities) each.push(await recordIdentities(paths, { chain, identities: [identity], dryRun }))
  return { recorded: each.flatMap(({ recorded }) => recorded), findings: each.flatMap(({ findings }) => findings) }
}

function recordAll(
  editor: RegistryEditor,
  { chain, identities }: { chain: Chain; identities: readonly RecordedIdentity[] },
): Recording {
  const recorded: string[] = []
  const findings: Finding[] = []
  for (const { id, agentId, wallet } of identities) {
    const entry = editor.get(id)
    if (entry === undefined) findings.push(notRecorded(id, { chain, agentId }))
    else if (
      editor.setAgent(id, { ...entry, erc8004: recordedIn(entry.erc8004, { chain, agentId, wallet }) }) !== 'unchanged'
    )
      recorded.push(id)
  }
  return { recorded, findings }
}

function recordedIn(
  erc8004: AgentErc8004 = {},
  { chain, agentId, wallet }: { chain: Chain; agentId: bigint; wallet: Address | undefined },
): AgentErc8004 {
  const chainId = String(chain.chainId)
  const number = idNumber(agentId)
  const own = { chainId, identityRegistry: chain.identity, agentId: number }
  const before = erc8004.chainRegistrations ?? []
  const isOwn = (one: (typeof before)[number]): boolean =>
    one.chainId === chainId && one.identityRegistry.toLowerCase() === chain.identity.toLowerCase()
  const others = before.filter((one) => !isOwn(one))
  // A chain for trying things out must not hide the identity that counts.
  const isMain = !chain.isLocal || others.length === 0
  return {
    ...erc8004,
    ...(isMain ? { agentId: number, ...(wallet === undefined ? {} : { wallet }) } : {}),
    // In its place, because the registration file lists them in this order.
    chainRegistrations: before.some(isOwn) ? before.map((one) => (isOwn(one) ? own : one)) : [...before, own],
  }
}

function notRecorded(
  id: string,
  { chain, agentId, error }: { chain: Chain; agentId: bigint; error?: CodedError | undefined },
): Finding {
  const why = error?.message.split('\n', 1)[0]?.replace(/\.$/, '') ?? 'it has no entry of this agent'
  return warningFinding('EXPORT_IDENTITY_NOT_RECORDED', id, {
    message: `agents.yaml could not be given agent ${agentId} of eip155:${chain.chainId}:${chain.identity}: ${why}.`,
    hint:
      error === undefined
        ? 'Add it under `erc8004.chainRegistrations` by hand; the journal knows it in any case.'
        : `When agents.yaml is in order, \`datacortex chain register ${shellWord(id)} … --confirm\` writes it and sends nothing again.`,
  })
}
