import { type MakeError, errorsOf } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

const safe = 'Run the command again: it goes on from the journal and never registers twice.'

export type ChainErrors = {
  readonly EXPORT_NETWORK_UNKNOWN: { readonly name: string; readonly nearest: readonly string[] }
  readonly EXPORT_CHAIN_OPTION_MISSING: { readonly reason: string; readonly hint: string }
  readonly EXPORT_RPC_FAILED: { readonly origin: string; readonly what: string; readonly reason: string }
  readonly EXPORT_CHAIN_MISMATCH: { readonly wanted: string; readonly found: number; readonly origin: string }
  readonly EXPORT_MAINNET_REFUSED: { readonly network: string; readonly chainId: number; readonly isAllowed?: boolean }
  readonly EXPORT_REGISTRY_UNFIT: { readonly address: string; readonly reason: string }
  readonly EXPORT_KEY_PUBLIC: { readonly address: string }
  readonly EXPORT_SIGNER_FAILED: { readonly address: string; readonly reason: string }
  readonly EXPORT_REGISTRATION_REFUSED: { readonly id: string; readonly problems: readonly string[] }
  readonly EXPORT_CALL_REVERTED: { readonly id: string; readonly reason: string }
  readonly EXPORT_GAS_TOO_HIGH: { readonly id: string; readonly gas: bigint; readonly limit: bigint }
  readonly EXPORT_FEE_TOO_HIGH: {
    readonly nowGwei: string
    readonly capGwei: string
    readonly hash?: string | undefined
  }
  readonly EXPORT_COST_TOO_HIGH: { readonly cost: string; readonly cap: string; readonly earlier?: string | undefined }
  readonly EXPORT_FUNDS_INSUFFICIENT: { readonly address: string; readonly balance: string; readonly cost: string }
  readonly EXPORT_TRANSACTION_PENDING: { readonly hash: string; readonly reason: string }
  readonly EXPORT_REGISTRATION_ORPHANED: { readonly id: string; readonly hash: string }
  readonly EXPORT_INTERRUPTED: { readonly pending: readonly { readonly id: string; readonly hash: string }[] }
  readonly EXPORT_TRANSACTION_FAILED: { readonly hash: string; readonly reason: string }
  readonly EXPORT_READ_BACK_DIFFERS: { readonly hash: string; readonly reason: string }
  readonly EXPORT_IDENTITY_MISSING: { readonly id: string; readonly agentId: string }
  readonly EXPORT_IDENTITY_TRANSFERRED: { readonly id: string; readonly agentId: string; readonly owner: string }
  readonly EXPORT_IDENTITY_UNCLEAR: { readonly owner: string; readonly unknown: readonly string[] }
  readonly EXPORT_JOURNAL_DAMAGED: { readonly file: string; readonly reason: string }
  readonly EXPORT_AGENT_UNREGISTERED: {
    readonly id: string
    readonly chain: { readonly name: string; readonly chainId: number }
    /** The address under which it is published, if that is known. */
    readonly url?: string | undefined
  }
}

export const chainError: MakeError<ChainErrors> = errorsOf<ChainErrors>({
  EXPORT_NETWORK_UNKNOWN: {
    message: ({ name }) => `There is no network ${JSON.stringify(name)}.`,
    hint: ({ nearest }) =>
      nearest.length === 0 ? '`datacortex chain networks` lists them.' : `Did you mean ${nearest.join(' or ')}?`,
    details: ({ name }) => ({ name }),
  },
  EXPORT_CHAIN_OPTION_MISSING: {
    message: ({ reason }) => `${reason}.`,
    hint: ({ hint }) => hint,
    details: () => ({}),
  },
  EXPORT_RPC_FAILED: {
    message: ({ origin, what, reason }) => `${origin} failed at ${what}: ${reason}.`,
    hint: `Try again or name another RPC with --rpc. ${safe}`,
    details: ({ origin, what }) => ({ origin, what, transient: true }),
  },
  EXPORT_CHAIN_MISMATCH: {
    message: ({ wanted, found, origin }) => `${origin} serves the chain ${found}, not ${wanted}. Nothing was sent.`,
    hint: 'Name the network that this RPC serves, or the RPC of the network that you mean.',
    details: ({ wanted, found }) => ({ wanted, found }),
  },
  EXPORT_MAINNET_REFUSED: {
    message: ({ network, isAllowed = false }) =>
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
    message: ({ address, reason }) => `${address} is no usable registry: ${reason}. Nothing was sent.`,
    hint: 'Compare the address with `datacortex chain networks`; on some chains the registry is not up yet.',
    details: ({ address }) => ({ address }),
  },
  EXPORT_KEY_PUBLIC: {
    message: ({ address }) => `The key of ${address} is printed in anvil's manual: anybody could take what it owns.`,
    hint: 'Make your own with `datacortex keystore new`; this one is good for `datacortex chain dev` only.',
  },
  EXPORT_SIGNER_FAILED: {
    message: ({ address, reason }) => `The signer of ${address} did not sign: ${reason}. Nothing was sent.`,
    hint: 'It must know eth_signTransaction for this account (Clef, Web3Signer, a node with the account unlocked).',
    details: ({ address }) => ({ address }),
  },
  EXPORT_REGISTRATION_REFUSED: {
    message: ({ id, problems }) => `The registration file of ${id} has errors: ${problems.join('; ')}.`,
    hint: 'Fill in the named fields in agents.yaml. Nothing was sent for this agent.',
  },
  EXPORT_CALL_REVERTED: {
    message: ({ id, reason }) => `The registry would refuse the transaction for ${id}: ${reason}. It was not sent.`,
    hint: 'See `datacortex chain status` for what the chain says about this agent.',
  },
  EXPORT_GAS_TOO_HIGH: {
    message: ({ id, gas, limit }) =>
      `The transaction for ${id} would need ${gas} gas, the most is ${limit} (EIP-7825).`,
    hint: 'Publish the file elsewhere: --uri https or --uri ipfs, or shorten the description.',
    details: ({ id, gas, limit }) => ({ id, gas: String(gas), limit: String(limit) }),
  },
  EXPORT_FEE_TOO_HIGH: {
    message: ({ nowGwei, capGwei, hash }) =>
      `${hash === undefined ? `Gas costs ${nowGwei} gwei now` : `${hash}, which an earlier run signed, offers ${nowGwei} gwei for gas`}, more than the ${capGwei} allowed. Nothing more was sent.`,
    hint: ({ hash }) =>
      `${hash === undefined ? 'Wait until it is cheaper, or allow' : 'Allow'} more with --max-fee-gwei.`,
    details: ({ nowGwei, capGwei }) => ({ nowGwei, capGwei }),
  },
  EXPORT_COST_TOO_HIGH: {
    message: ({ cost, cap, earlier }) => {
      const signed =
        earlier === undefined ? '' : ` (${earlier} of it for what earlier runs signed, which is sent first)`
      return `This could cost ${cost} ether${signed}, more than the ${cap} allowed. Nothing was sent.`
    },
    hint: 'Register fewer agents at once, wait until gas is cheaper, or allow more with --max-cost.',
    details: ({ cost, cap }) => ({ cost, cap }),
  },
  EXPORT_FUNDS_INSUFFICIENT: {
    message: ({ address, balance, cost }) =>
      `${address} has ${balance} ether, this could cost ${cost}. Nothing was sent.`,
    hint: 'Send ether of this network to the account (test networks have faucets), then run it again.',
  },
  EXPORT_TRANSACTION_PENDING: {
    message: ({ hash, reason }) => `The transaction ${hash} is not settled yet: ${reason}.`,
    hint: `${safe} With --replace it is sent again with a higher fee.`,
    details: ({ hash }) => ({ hash, transient: true }),
  },
  EXPORT_REGISTRATION_ORPHANED: {
    message: ({ id, hash }) =>
      `The transaction ${hash} registers ${id}, is signed and not settled yet, and agents.yaml has no agent ${id} any more. Nothing was sent.`,
    hint: ({ id }) =>
      `Put ${id} back into agents.yaml, or name the agent that took over (\`${id}: {alias: ID}\`), and run the command again.`,
  },
  EXPORT_INTERRUPTED: {
    message: ({ pending }) =>
      `Interrupted while ${hashesOf(pending)} ${pending.length === 1 ? 'is' : 'are'} not settled.`,
    hint: ({ pending }) => {
      const [are, them] = pending.length === 1 ? ['is', 'it'] : ['are', 'them']
      return `Run the same command again: ${hashesOf(pending)} ${are} signed and may be on the way; the next run brings ${them} to the end and sends nothing twice.`
    },
  },
  EXPORT_TRANSACTION_FAILED: {
    message: ({ hash, reason }) => `The transaction ${hash} had no effect: ${reason}.`,
    hint: 'Run the command again to send a new one.',
    details: ({ hash }) => ({ hash }),
  },
  EXPORT_READ_BACK_DIFFERS: {
    message: ({ hash, reason }) => `After ${hash} the chain does not show what was sent: ${reason}.`,
    hint: 'Ask another RPC (--rpc) with `datacortex chain status`. Nothing was written into agents.yaml.',
    details: ({ hash }) => ({ hash }),
  },
  EXPORT_IDENTITY_MISSING: {
    message: ({ id, agentId }) => `agents.yaml says that ${id} is agent ${agentId} here, but the chain has none such.`,
    hint: 'Ask another RPC. If the record is wrong, remove it from `chainRegistrations` of the agent.',
  },
  EXPORT_IDENTITY_TRANSFERRED: {
    message: ({ id, agentId, owner }) => `${id} is agent ${agentId}, which belongs to ${owner}. Nothing was sent.`,
    hint: 'Use the key of its owner. A new identity needs the old one removed from `chainRegistrations` first.',
  },
  EXPORT_IDENTITY_UNCLEAR: {
    message: ({ owner, unknown }) =>
      `${owner} has identities that may be the agents to register: ${unknown.join(', ')}. Nothing was sent.`,
    hint: 'Run `datacortex chain recover`; if they are none of these agents, add --accept-unknown.',
  },
  EXPORT_JOURNAL_DAMAGED: {
    message: ({ file, reason }) => `The journal ${file} can't be read: ${reason}. Nothing was sent.`,
    hint: 'Restore the file from a copy, or move it away and run `datacortex chain recover`.',
  },
  EXPORT_AGENT_UNREGISTERED: {
    message: ({ id, chain }) => `${id} has no identity on ${chain.name}.`,
    hint: ({ id, chain: { name: network, chainId }, url = 'BASE' }) => {
      // A chain that is in no table is named by its number.
      const named = network === `chain ${chainId}` ? String(chainId) : network
      return `Register it, with the --rpc of this command if it had one: \`datacortex chain register ${shellWord(id)} --network ${named} --url ${shellWord(url)}\``
    },
    details: ({ id, chain }) => ({ id, network: chain.name }),
  },
})

function hashesOf(pending: ChainErrors['EXPORT_INTERRUPTED']['pending']): string {
  const named = pending.slice(0, 5).map(({ id, hash }) => `${hash} of ${id}`)
  return `${named.join(', ')}${pending.length > 5 ? ` and ${pending.length - 5} more` : ''}`
}
