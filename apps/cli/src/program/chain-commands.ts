import { type Command, Option } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { choice, portNumber, positiveNumber, wholeNumber } from './option-values.ts'
import type { Run } from './run-command.ts'

const usual = 'translator --network sepolia --url https://me.example/'

export function addChainCommands(program: Command, run: Run): void {
  addKeystoreCommands(program, run)
  const chain = group(program, 'chain', `register ${usual}`)
  chain.description('ERC-8004 identities: register, prove, update, recover')

  leaf(chain, 'networks')
    .description('list the chains that have registries')
    .action((o) => run(o, import('../commands/chain-look.ts'), (m, c) => m.chainNetworks(c)))

  withAccount(connecting(leaf(chain, 'check', '--network sepolia --url https://me.example/')))
    .description('say what is missing for a registration: RPC, registries, key, balance, public address')
    .option('--url <base>', 'where agents will be published')
    .action((o) => run(o, import('../commands/chain-look.ts'), (m, c) => m.chainCheck(c, o)))

  leaf(chain, 'dev')
    .description('start a local chain with the registries; stays until Ctrl-C')
    .option('--port <port>', '8545 if not given, where `--network local` looks; 0 takes a free one', portNumber)
    .option('--chain-id <id>', '31337 if not given', wholeNumber)
    .action((o) => run(o, import('../commands/chain-look.ts'), (m, c) => m.chainDev(c, o)))

  for (const command of ['register', 'update'] as const) {
    const what = command === 'register' ? 'give agents an identity' : 'bring identities in step with the registry'
    sending(files(writing(chain, command, usual).argument('<ids...>', 'agents')))
      .description(`${what}: shows the plan and the cost; --confirm does it`)
      .option('--out <dir>', 'write the registration files there too')
      .option('--accept-unknown', 'identities of the account that nobody recorded are none of these agents')
      .action((ids, o) =>
        run(o, import('../commands/chain-register.ts'), (m, c) => m.chainRegister(c, { ...o, ids, command })),
      )
  }

  files(leaf(chain, 'status', usual).argument('<ids...>', 'agents'))
    .description('compare registry, journal and chain; sends nothing')
    .action((ids, o) => run(o, import('../commands/chain-look.ts'), (m, c) => m.chainStatus(c, { ...o, ids })))

  files(leaf(chain, 'verify', usual).argument('<ids...>', 'agents'))
    .description('compare the file at the address, the chain and the proof of the domain')
    .action((ids, o) => run(o, import('../commands/chain-look.ts'), (m, c) => m.chainVerify(c, { ...o, ids })))

  const recover = writing(chain, 'recover', '--network sepolia --owner 0x… --url https://me.example/')
  withAccount(files(recover.argument('[ids...]', 'agents; all if none is named')))
    .description('find identities on the chain after the journal or agents.yaml were lost; --confirm writes them down')
    .option('--owner <address>', 'the account; that of the key if not given')
    .option('--confirm', 'do it')
    .action((ids, o) => run(o, import('../commands/chain-look.ts'), (m, c) => m.chainRecover(c, { ...o, ids })))

  const rate = writing(chain, 'rate', '--network sepolia')
  sending(judging(connecting(rate.argument('[executions...]', 'executions; all that were evaluated'))))
    .description('give evaluations of the log to the reputation registry; --confirm sends')
    .action((executions, o) =>
      run(o, import('../commands/chain-rate.ts'), (m, c) => m.chainRate(c, { ...o, executions })),
    )

  judging(files(writing(chain, 'reputation', usual).argument('<ids...>', 'agents')))
    .description('read what the reputation registry says of agents')
    .option('--client <address...>', 'count only these accounts, which you trust')
    .option('--tag <tag>', 'count only ratings with this tag; all if not given')
    .option('--record', 'write it into `performance` of the agents; needs --client')
    .action((ids, o) => run(o, import('../commands/chain-rate.ts'), (m, c) => m.chainReputation(c, { ...o, ids })))
}

function addKeystoreCommands(program: Command, run: Run): void {
  const keystore = group(program, 'keystore', 'new')
  keystore.description('keys in encrypted files, as Foundry and Geth keep them')

  locked(writing(keystore, 'new', '--file alice'))
    .description('make a key')
    .option('--file <file>', 'a path, or a name in the space (`default`)')
    .addOption(kindOfKey())
    .action((o) => run(o, import('../commands/keystore.ts'), (m, c) => m.keystoreNew(c, o)))

  locked(writing(keystore, 'import', '--from ~/.foundry/keystores/alice'))
    .description('take in a key: asked for, from a descriptor or file, or from another keystore')
    .option('--file <file>', 'a path, or a name in the space (`default`)')
    .addOption(kindOfKey())
    .addOption(
      new Option('--from <keystore>', 'another keystore file, such as one of `cast`').conflicts(['keyFd', 'keyFile']),
    )
    .option('--from-passphrase-fd <fd>', 'descriptor with its passphrase', portNumber)
    .addOption(new Option('--key-fd <fd>', 'descriptor with the raw key').argParser(portNumber).conflicts('keyFile'))
    .option('--key-file <file>', 'file with the raw key, which only you may read')
    .action((o) => run(o, import('../commands/keystore.ts'), (m, c) => m.keystoreImport(c, o)))

  leaf(keystore, 'list')
    .description('list the keystores of the space and of Foundry')
    .action((o) => run(o, import('../commands/keystore.ts'), (m, c) => m.keystoreList(c)))

  locked(leaf(keystore, 'address', '--file alice'))
    .description('print whose key it is')
    .option('--file <file>', 'a path, or a name in the space (`default`) or here')
    .action((o) => run(o, import('../commands/keystore.ts'), (m, c) => m.keystoreAddressOf(c, o)))
}

function kindOfKey() {
  return choice('--kind <kind>', 'of a chain, or of Nostr', ['ethereum', 'nostr'])
}

export function locked<Args extends unknown[], Options extends Record<string, unknown>>(
  command: Command<Args, Options>,
) {
  return command
    .addOption(
      new Option('--passphrase-fd <fd>', 'descriptor with the passphrase; asked for on the terminal if not given')
        .argParser(portNumber)
        .conflicts('passphraseFile'),
    )
    .option('--passphrase-file <file>', 'file with the passphrase, which only you may read')
}

function connecting<Args extends unknown[], Options extends Record<string, unknown>>(command: Command<Args, Options>) {
  return command
    .option('--network <name>', 'a name or id of `chain networks`; without it, the RPC tells')
    .option('--rpc <url>', 'JSON-RPC of the chain; DATACORTEX_RPC_URL, else that of the settings or the public one')
    .option('--identity <address>', 'the identity registry, if not the one of the network')
}

function judging<Args extends unknown[], Options extends Record<string, unknown>>(command: Command<Args, Options>) {
  return command.option('--reputation <address>', 'the reputation registry, if not the one of the network')
}

/** What registration files say beside the registry; also for those that compare files with the chain. */
function describing<Args extends unknown[], Options extends Record<string, unknown>>(command: Command<Args, Options>) {
  return command
    .option('--active', 'the agents take work')
    .option('--image <url>', 'a picture for agents that have none')
    .option('--web-url <url>', 'a page about the agents')
    .option('--mcp-url <url>', 'an MCP server through which the agents are reached')
    .option('--mcp-version <version>', 'the version of MCP that it speaks, such as 2025-06-18')
}

function files<Args extends unknown[], Options extends Record<string, unknown>>(command: Command<Args, Options>) {
  return describing(connecting(command))
    .option('--url <base>', 'where the agents are published; needed for new ones, but with --uri data or ipfs')
    .addOption(choice('--uri <scheme>', 'where the registration file is', ['https', 'ipfs', 'data']))
    .option('--from-block <n>', 'first block of the search for identities', wholeNumber)
}

/** Who signs, or whose identities are looked for. */
function withAccount<Args extends unknown[], Options extends Record<string, unknown>>(command: Command<Args, Options>) {
  return locked(command)
    .option('--keystore <file>', 'a path or a name (`default`)')
    .option('--allow-env-key', 'take the raw key of DATACORTEX_PRIVATE_KEY')
    .option('--account <address>', 'an account of an external signer')
}

function sending<Args extends unknown[], Options extends Record<string, unknown>>(command: Command<Args, Options>) {
  return withAccount(command)
    .option('--signer-rpc <url>', 'JSON-RPC of the external signer; DATACORTEX_SIGNER_RPC_URL, else that of the chain')
    .option('--mainnet', 'allow a chain with real money, which --network has to name')
    .option('--max-fee-gwei <n>', 'most for one unit of gas (300)', positiveNumber)
    .option('--max-cost <ether>', 'most for everything together')
    .option('--confirmations <n>', 'blocks to wait for', wholeNumber)
    .option('--replace', 'send pending transactions again with a higher fee')
    .option('--confirm', 'do it')
}
