import { CodedError } from '@datacortex/errors'
import { shellWord } from '@datacortex/platform'

const safe = 'Run the command again: it goes on from the journal and never registers twice.'

/** A network that is in no table. */
export class NetworkUnknownError extends CodedError {
  constructor({ name, nearest }: { name: string; nearest: readonly string[] }) {
    super('EXPORT_NETWORK_UNKNOWN', `There is no network ${JSON.stringify(name)}.`, {
      hint: nearest.length === 0 ? '`datacortex chain networks` lists them.' : `Did you mean ${nearest.join(' or ')}?`,
      details: { name },
    })
  }
}

/** Something that has to be named for a chain was not. */
export class ChainOptionMissingError extends CodedError {
  constructor({ reason, hint }: { reason: string; hint: string }) {
    super('EXPORT_CHAIN_OPTION_MISSING', `${reason}.`, { hint })
  }
}

/** The RPC did not do what it was asked: no connection, no answer in time, too many requests, nonsense. */
export class RpcFailedError extends CodedError {
  constructor({ origin, what, reason }: { origin: string; what: string; reason: string }) {
    super('EXPORT_RPC_FAILED', `${origin} failed at ${what}: ${reason}.`, {
      hint: `Try again or name another RPC with --rpc. ${safe}`,
      details: { origin, what, transient: true },
    })
  }
}

/** The RPC serves another chain than the one that was named. Nothing was sent. */
export class ChainMismatchError extends CodedError {
  constructor({ wanted, found, origin }: { wanted: string; found: number; origin: string }) {
    super('EXPORT_CHAIN_MISMATCH', `${origin} serves the chain ${found}, not ${wanted}. Nothing was sent.`, {
      hint: 'Name the network that this RPC serves, or the RPC of the network that you mean.',
      details: { wanted, found },
    })
  }
}

/** A chain with real money was not named as such. Nothing was sent. */
export class MainnetRefusedError extends CodedError {
  constructor({ network, chainId, isAllowed = false }: { network: string; chainId: number; isAllowed?: boolean }) {
    super(
      'EXPORT_MAINNET_REFUSED',
      isAllowed
        ? `${network} is not known as a test network, and nobody said that it is the one that is meant. Nothing was sent.`
        : `${network} is not known as a test network: gas there costs money. Nothing was sent.`,
      {
        hint: isAllowed
          ? `Name it beside --mainnet: --network ${chainId}`
          : `Try it on a test network first, then add --mainnet --network ${chainId}.`,
        details: { network, chainId },
      },
    )
  }
}

/** What lies at the address of a registry is none that can be used. Nothing was sent. */
export class RegistryUnfitError extends CodedError {
  constructor({ address, reason }: { address: string; reason: string }) {
    super('EXPORT_REGISTRY_UNFIT', `${address} is no usable registry: ${reason}. Nothing was sent.`, {
      hint: 'Compare the address with `datacortex chain networks`; on some chains the registry is not up yet.',
      details: { address },
    })
  }
}

/** A key that everybody knows would own something of worth. Nothing was sent. */
export class PublicKeyRefusedError extends CodedError {
  constructor({ address }: { address: string }) {
    super('EXPORT_KEY_PUBLIC', `The key of ${address} is printed in anvil's manual: anybody could take what it owns.`, {
      hint: 'Make your own with `datacortex keystore new`; this one is good for `datacortex chain dev` only.',
      details: { address },
    })
  }
}

/** The external signer did not sign what it was given. Nothing was sent. */
export class SignerFailedError extends CodedError {
  constructor({ address, reason }: { address: string; reason: string }) {
    super('EXPORT_SIGNER_FAILED', `The signer of ${address} did not sign: ${reason}. Nothing was sent.`, {
      hint: 'It must know eth_signTransaction for this account (Clef, Web3Signer, a node with the account unlocked).',
      details: { address },
    })
  }
}

/** The registration file of an agent has errors. Nothing was sent for it. */
export class RegistrationRefusedError extends CodedError {
  constructor({ id, problems }: { id: string; problems: readonly string[] }) {
    super('EXPORT_REGISTRATION_REFUSED', `The registration file of ${id} has errors: ${problems.join('; ')}.`, {
      hint: 'Fill in the named fields in agents.yaml. Nothing was sent for this agent.',
      details: { id, problems },
    })
  }
}

/** A call would be refused by the contract. Nothing was sent for it. */
export class CallRevertedError extends CodedError {
  constructor({ id, reason }: { id: string; reason: string }) {
    super('EXPORT_CALL_REVERTED', `The registry would refuse the transaction for ${id}: ${reason}. It was not sent.`, {
      hint: 'See `datacortex chain status` for what the chain says about this agent.',
      details: { id, reason },
    })
  }
}

/** A transaction would need more gas than any may have. Nothing was sent for it. */
export class GasTooHighError extends CodedError {
  constructor({ id, gas, limit }: { id: string; gas: bigint; limit: bigint }) {
    super('EXPORT_GAS_TOO_HIGH', `The transaction for ${id} would need ${gas} gas, the most is ${limit} (EIP-7825).`, {
      hint: 'Publish the file elsewhere: --uri https or --uri ipfs, or shorten the description.',
      details: { id, gas: String(gas), limit: String(limit) },
    })
  }
}

/** Gas costs more now, or a transaction of an earlier run offers more for it, than was allowed. Nothing was sent. */
export class FeeTooHighError extends CodedError {
  constructor({ nowGwei, capGwei, hash }: { nowGwei: string; capGwei: string; hash?: string | undefined }) {
    super(
      'EXPORT_FEE_TOO_HIGH',
      `${hash === undefined ? `Gas costs ${nowGwei} gwei now` : `${hash}, which an earlier run signed, offers ${nowGwei} gwei for gas`}, more than the ${capGwei} allowed. Nothing more was sent.`,
      {
        hint: `${hash === undefined ? 'Wait until it is cheaper, or allow' : 'Allow'} more with --max-fee-gwei.`,
        details: { nowGwei, capGwei },
      },
    )
  }
}

/** All together could cost more than was allowed. Nothing was sent. */
export class CostTooHighError extends CodedError {
  constructor({ cost, cap, earlier }: { cost: string; cap: string; earlier?: string | undefined }) {
    const signed = earlier === undefined ? '' : ` (${earlier} of it for what earlier runs signed, which is sent first)`
    super(
      'EXPORT_COST_TOO_HIGH',
      `This could cost ${cost} ether${signed}, more than the ${cap} allowed. Nothing was sent.`,
      {
        hint: 'Register fewer agents at once, wait until gas is cheaper, or allow more with --max-cost.',
        details: { cost, cap },
      },
    )
  }
}

/** The account can't pay. Nothing was sent. */
export class FundsInsufficientError extends CodedError {
  constructor({ address, balance, cost }: { address: string; balance: string; cost: string }) {
    super('EXPORT_FUNDS_INSUFFICIENT', `${address} has ${balance} ether, this could cost ${cost}. Nothing was sent.`, {
      hint: 'Send ether of this network to the account (test networks have faucets), then run it again.',
      details: { address, balance, cost },
    })
  }
}

/** A transaction was sent and is not mined, or not deep enough, yet. */
export class TransactionPendingError extends CodedError {
  constructor({ hash, reason }: { hash: string; reason: string }) {
    super('EXPORT_TRANSACTION_PENDING', `The transaction ${hash} is not settled yet: ${reason}.`, {
      hint: `${safe} With --replace it is sent again with a higher fee.`,
      details: { hash, transient: true },
    })
  }
}

/** A registration is signed and not settled, and agents.yaml has no agent any more that it could be for. Nothing was sent. */
export class RegistrationOrphanedError extends CodedError {
  constructor({ id, hash }: { id: string; hash: string }) {
    super(
      'EXPORT_REGISTRATION_ORPHANED',
      `The transaction ${hash} registers ${id}, is signed and not settled yet, and agents.yaml has no agent ${id} any more. Nothing was sent.`,
      {
        hint: `Put ${id} back into agents.yaml, or name the agent that took over (\`${id}: {alias: ID}\`), and run the command again.`,
        details: { id, hash },
      },
    )
  }
}

/** The run was interrupted while transactions were signed and not settled. */
export class SendingInterruptedError extends CodedError {
  constructor({
    pending,
    cause,
  }: {
    pending: readonly { readonly id: string; readonly hash: string }[]
    cause: unknown
  }) {
    const named = pending.slice(0, 5).map(({ id, hash }) => `${hash} of ${id}`)
    const more = pending.length > 5 ? ` and ${pending.length - 5} more` : ''
    const [are, them] = pending.length === 1 ? ['is', 'it'] : ['are', 'them']
    super('EXPORT_INTERRUPTED', `Interrupted while ${named.join(', ')}${more} ${are} not settled.`, {
      hint: `Run the same command again: ${named.join(', ')}${more} ${are} signed and may be on the way; the next run brings ${them} to the end and sends nothing twice.`,
      details: { pending },
      cause,
    })
  }
}

/** A transaction was mined and failed, or another one took its place. No identity came of it. */
export class TransactionFailedError extends CodedError {
  constructor({ hash, reason }: { hash: string; reason: string }) {
    super('EXPORT_TRANSACTION_FAILED', `The transaction ${hash} had no effect: ${reason}.`, {
      hint: 'Run the command again to send a new one.',
      details: { hash },
    })
  }
}

/** What the chain says afterwards is not what was sent. */
export class ReadBackDiffersError extends CodedError {
  constructor({ hash, reason }: { hash: string; reason: string }) {
    super('EXPORT_READ_BACK_DIFFERS', `After ${hash} the chain does not show what was sent: ${reason}.`, {
      hint: 'Ask another RPC (--rpc) with `datacortex chain status`. Nothing was written into agents.yaml.',
      details: { hash },
    })
  }
}

/** An identity that was recorded is not on the chain. Nothing was sent. */
export class IdentityMissingError extends CodedError {
  constructor({ id, agentId }: { id: string; agentId: string }) {
    super(
      'EXPORT_IDENTITY_MISSING',
      `agents.yaml says that ${id} is agent ${agentId} here, but the chain has none such.`,
      {
        hint: 'Ask another RPC. If the record is wrong, remove it from `chainRegistrations` of the agent.',
        details: { id, agentId },
      },
    )
  }
}

/** An identity belongs to another account. Nothing was sent. */
export class IdentityTransferredError extends CodedError {
  constructor({ id, agentId, owner }: { id: string; agentId: string; owner: string }) {
    super('EXPORT_IDENTITY_TRANSFERRED', `${id} is agent ${agentId}, which belongs to ${owner}. Nothing was sent.`, {
      hint: 'Use the key of its owner. A new identity needs the old one removed from `chainRegistrations` first.',
      details: { id, agentId, owner },
    })
  }
}

/** The account has identities of which nobody knows whose they are; one may be this agent's. Nothing was sent. */
export class IdentityUnclearError extends CodedError {
  constructor({ owner, unknown }: { owner: string; unknown: readonly string[] }) {
    super(
      'EXPORT_IDENTITY_UNCLEAR',
      `${owner} has identities that may be the agents to register: ${unknown.join(', ')}. Nothing was sent.`,
      {
        hint: 'Run `datacortex chain recover`; if they are none of these agents, add --accept-unknown.',
        details: { owner, unknown },
      },
    )
  }
}

/** The journal can't be trusted, so nothing may be sent. */
export class JournalDamagedError extends CodedError {
  constructor({ file, reason }: { file: string; reason: string }) {
    super('EXPORT_JOURNAL_DAMAGED', `The journal ${file} can't be read: ${reason}. Nothing was sent.`, {
      hint: 'Restore the file from a copy, or move it away and run `datacortex chain recover`.',
      details: { file, reason },
    })
  }
}

/** An agent has no identity on this chain. */
export class AgentUnregisteredError extends CodedError {
  constructor({
    id,
    chain: { name: network, chainId },
    url = 'BASE',
  }: {
    id: string
    chain: { name: string; chainId: number }
    /** The address under which it is published, if that is known. */
    url?: string | undefined
  }) {
    // A chain that is in no table is named by its number.
    const named = network === `chain ${chainId}` ? String(chainId) : network
    super('EXPORT_AGENT_UNREGISTERED', `${id} has no identity on ${network}.`, {
      hint: `Register it, with the --rpc of this command if it had one: \`datacortex chain register ${shellWord(id)} --network ${named} --url ${shellWord(url)}\``,
      details: { id, network },
    })
  }
}
