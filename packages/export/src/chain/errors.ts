import { type CodedError, errorsOf } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

const safe = 'Run the command again: it goes on from the journal and never registers twice.'

export const chainError = errorsOf({
  EXPORT_NETWORK_UNKNOWN: {
    message: ({ name }: { name: string; nearest: readonly string[] }) => `There is no network ${JSON.stringify(name)}.`,
    hint: ({ nearest }) =>
      nearest.length === 0 ? '`datacortex chain networks` lists them.' : `Did you mean ${nearest.join(' or ')}?`,
    details: ({ name }) => ({ name }),
  },
  EXPORT_CHAIN_OPTION_MISSING: {
    message: ({ reason }: { reason: string; hint: string }) => `${reason}.`,
    hint: ({ hint }) => hint,
    details: () => ({}),
  },
  EXPORT_RPC_FAILED: {
    message: ({ origin, what, reason }: { origin: string; what: string; reason: string }) =>
      `${origin} failed at ${what}: ${reason}.`,
    hint: `Try again or name another RPC with --rpc. ${safe}`,
    details: ({ origin, what }) => ({ origin, what, transient: true }),
  },
  EXPORT_CHAIN_MISMATCH: {
    message: ({ wanted, found, origin }: { wanted: string; found: number; origin: string }) =>
      `${origin} serves the chain ${found}, not ${wanted}. Nothing was sent.`,
    hint: 'Name the network that this RPC serves, or the RPC of the network that you mean.',
    details: ({ wanted, found }) => ({ wanted, found }),
  },
  EXPORT_MAINNET_REFUSED: {
    message: ({ network, isAllowed = false }: { network: string; chainId: number; isAllowed?: boolean }) =>
      isAllowed
        ? `${network} is not known as a test network, and nobody said that it is the one that is meant. Nothing was sent.`
        : `${network} is not known as a test network: gas there costs money. Nothing was sent.`,
    hint: ({ chainId, isAllowed = false }) =>
      isAllowed
        ? `Name it beside --mainnet: --network ${chainId}`
        : `Try it on a test network first, then add --mainnet --network ${chainId}.`,
    details: ({ network, chainId }) => ({ network, chainId }),
  },
  EXPORT_REGISTRY_UNFIT: {
    message: ({ address, reason }: { address: string; reason: string }) =>
      `${address} is no usable registry: ${reason}. Nothing was sent.`,
    hint: 'Compare the address with `datacortex chain networks`; on some chains the registry is not up yet.',
    details: ({ address }) => ({ address }),
  },
  EXPORT_KEY_PUBLIC: {
    message: ({ address }: { address: string }) =>
      `The key of ${address} is printed in anvil's manual: anybody could take what it owns.`,
    hint: 'Make your own with `datacortex keystore new`; this one is good for `datacortex chain dev` only.',
  },
  EXPORT_ACCOUNT_IS_CONTRACT: {
    message: ({ address }: { address: string }) =>
      `${address} is a contract: no key signs for it, so it can't send transactions. Nothing was sent.`,
    hint: 'Name an account with a key; `transferFrom` of the registry gives its identities to a contract afterwards.',
  },
  EXPORT_ADDRESS_NOT_PUBLIC: {
    message: ({ url, reason }: { url: string; reason: string }) => `Others can't read ${url}: ${reason}.`,
    hint: 'Publish what `datacortex export` writes under an https address that everybody reaches, or use --uri data.',
    details: ({ url }) => ({ url }),
  },
  EXPORT_SIGNER_FAILED: {
    message: ({ address, reason }: { address: string; reason: string }) =>
      `The signer of ${address} did not sign: ${reason}. Nothing was sent.`,
    hint: 'It must know eth_signTransaction for this account (Clef, Web3Signer, a node with the account unlocked).',
    details: ({ address }) => ({ address }),
  },
  EXPORT_REGISTRATION_REFUSED: {
    message: ({ id, problems }: { id: string; problems: readonly string[] }) =>
      `The registration file of ${id} has errors: ${problems.join('; ')}.`,
    hint: 'Fill in the named fields in agents.yaml. Nothing was sent for this agent.',
  },
  EXPORT_CALL_REVERTED: {
    message: ({ id, reason }: { id: string; reason: string }) =>
      `The registry would refuse the transaction for ${id}: ${reason}. It was not sent.`,
    hint: 'See `datacortex chain status` for what the chain says about this agent.',
  },
  EXPORT_GAS_TOO_HIGH: {
    message: ({ id, gas, limit }: { id: string; gas: bigint; limit: bigint }) =>
      `The transaction for ${id} would need ${gas} gas, the most is ${limit} (EIP-7825).`,
    hint: 'Publish the file elsewhere: --uri https or --uri ipfs, or shorten the description.',
    details: ({ id, gas, limit }) => ({ id, gas: String(gas), limit: String(limit) }),
  },
  EXPORT_FEE_TOO_HIGH: {
    message: ({ nowGwei, capGwei, hash }: { nowGwei: string; capGwei: string; hash?: string | undefined }) =>
      `${hash === undefined ? `Gas costs ${nowGwei} gwei now` : `${hash}, which an earlier run signed, offers ${nowGwei} gwei for gas`}, more than the ${capGwei} allowed. Nothing more was sent.`,
    hint: ({ hash }) =>
      `${hash === undefined ? 'Wait until it is cheaper, or allow' : 'Allow'} more with --max-fee-gwei.`,
    details: ({ nowGwei, capGwei }) => ({ nowGwei, capGwei }),
  },
  EXPORT_COST_TOO_HIGH: {
    message: ({ cost, cap, earlier }: { cost: string; cap: string; earlier?: string | undefined }) => {
      const signed =
        earlier === undefined ? '' : ` (${earlier} of it for what earlier runs signed, which is sent first)`
      return `This could cost ${cost} ether${signed}, more than the ${cap} allowed. Nothing was sent.`
    },
    hint: 'Register fewer agents at once, wait until gas is cheaper, or allow more with --max-cost.',
    details: ({ cost, cap }) => ({ cost, cap }),
  },
  EXPORT_FUNDS_INSUFFICIENT: {
    message: ({ address, balance, cost }: { address: string; balance: string; cost: string }) =>
      `${address} has ${balance} ether, this could cost ${cost}. Nothing was sent.`,
    hint: 'Send ether of this network to the account (test networks have faucets), then run it again.',
  },
  EXPORT_TRANSACTION_PENDING: {
    message: ({ hash, reason }: { hash: string; reason: string }) =>
      `The transaction ${hash} is not settled yet: ${reason}.`,
    hint: `${safe} With --replace it is sent again with a higher fee.`,
    details: ({ hash }) => ({ hash, transient: true }),
  },
  EXPORT_REGISTRATION_ORPHANED: {
    message: ({ id, hash }: { id: string; hash: string }) =>
      `The transaction ${hash} registers ${id}, is signed and not settled yet, and agents.yaml has no agent ${id} any more. Nothing was sent.`,
    hint: ({ id }) =>
      `Put ${id} back into agents.yaml, or name the agent that took over (\`${id}: {alias: ID}\`), and run the command again.`,
  },
  EXPORT_INTERRUPTED: {
    message: ({ pending }: { pending: readonly { id: string; hash: string }[] }) =>
      `Interrupted while ${hashesOf(pending)} ${pending.length === 1 ? 'is' : 'are'} not settled.`,
    hint: ({ pending }) => {
      const [are, them] = pending.length === 1 ? ['is', 'it'] : ['are', 'them']
      return `Run the same command again: ${hashesOf(pending)} ${are} signed and may be on the way; the next run brings ${them} to the end and sends nothing twice.`
    },
  },
  EXPORT_TRANSACTION_FAILED: {
    message: ({ hash, reason }: { hash: string; reason: string }) =>
      `The transaction ${hash} had no effect: ${reason}.`,
    hint: 'Run the command again to send a new one.',
    details: ({ hash }) => ({ hash }),
  },
  EXPORT_READ_BACK_DIFFERS: {
    message: ({ hash, reason }: { hash: string; reason: string }) =>
      `After ${hash} the chain does not show what was sent: ${reason}.`,
    hint: 'Ask another RPC (--rpc) with `datacortex chain status`. Nothing was written into agents.yaml.',
    details: ({ hash }) => ({ hash }),
  },
  EXPORT_IDENTITY_MISSING: {
    message: ({ id, agentId }: { id: string; agentId: string }) =>
      `agents.yaml says that ${id} is agent ${agentId} here, but the chain has none such.`,
    hint: 'Ask another RPC. If the record is wrong, remove it from `chainRegistrations` of the agent.',
  },
  EXPORT_IDENTITY_TRANSFERRED: {
    message: ({ id, agentId, owner }: { id: string; agentId: string; owner: string }) =>
      `${id} is agent ${agentId}, which belongs to ${owner}. Nothing was sent.`,
    hint: 'Use the key of its owner. A new identity needs the old one removed from `chainRegistrations` first.',
  },
  EXPORT_IDENTITY_UNCLEAR: {
    message: ({ owner, unknown }: { owner: string; unknown: readonly string[] }) =>
      `${owner} has identities that may be the agents to register: ${unknown.join(', ')}. Nothing was sent.`,
    hint: 'Run `datacortex chain recover`; if they are none of these agents, add --accept-unknown.',
  },
  EXPORT_JOURNAL_DAMAGED: {
    message: ({ file, reason }: { file: string; reason: string }) =>
      `The journal ${file} can't be read: ${reason}. Nothing was sent.`,
    hint: 'Restore the file from a copy, or move it away and run `datacortex chain recover`.',
  },
  EXPORT_AGENT_UNREGISTERED: {
    message: ({ id, chain }: { id: string; chain: { name: string; chainId: number }; url?: string | undefined }) =>
      `${id} has no identity on ${chain.name}.`,
    hint: ({ id, chain: { name: network, chainId }, url = 'BASE' }) => {
      // A chain that is in no table is named by its number.
      const named = network === `chain ${chainId}` ? String(chainId) : network
      return `Register it, with the --rpc of this command if it had one: \`datacortex chain register ${shellWord(id)} --network ${named} --url ${shellWord(url)}\``
    },
    details: ({ id, chain }) => ({ id, network: chain.name }),
  },
})

/** That an option is not given, or is none. `reason`: a sentence without its stop. */
export function optionMissing(reason: string, hint: string): CodedError {
  return chainError('EXPORT_CHAIN_OPTION_MISSING', { reason, hint })
}

function hashesOf(pending: readonly { id: string; hash: string }[]): string {
  const named = pending.slice(0, 5).map(({ id, hash }) => `${hash} of ${id}`)
  return `${named.join(', ')}${pending.length > 5 ? ` and ${pending.length - 5} more` : ''}`
}
