import { type Command } from '@commander-js/extra-typings'
import { assistants } from './agent-formats.ts'
import { group, leaf, writing } from './command-shape.ts'
import { choice, portNumber } from './option-values.ts'
import { rights } from './token-commands.ts'
import { signing } from './nostr-commands.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/export.ts')

const exporting = (...command: Parameters<typeof writing>) =>
  writing(...command)
    .argument('[ids...]', 'agents; all that are in use if none is named')
    .option('--dynamic', 'also dynamic agents that are named, which are refused without it')

/** Writes what a web server shows. */
const served = (...command: Parameters<typeof writing>) =>
  exporting(...command)
    .requiredOption('--url <base>', 'the address under which the agents are published')
    .requiredOption('--out <dir>', 'the folder that a web server shows under it')

export function addPublishCommands(program: Command, run: Run): void {
  const exports = group(program, 'export', 'a2a --url https://agents.example.org/ --out public')
  exports.description('write the files by which agents are found from outside')

  served(exports, 'a2a', '--url https://agents.example.org/ --out public --sign key.jwk')
    .description('write A2A cards, signed with --sign')
    .option('--sign <keyfile...>', 'sign with these keys (`export key` makes one)')
    .addOption(choice('--protocol <version>', 'version of A2A', ['1.0', '0.3']))
    .action((ids, o) => run(o, commands(), (m, c) => m.exportCards(c, { ...o, ids })))

  served(exports, 'catalog', '--url https://agents.example.org/ --out public')
    .description('write ai-catalog.json, which leads to the cards')
    .option('--publisher <name>', 'who publishes (the host if not given)')
    .option('--search-url <url>', 'where `serve` answers searches')
    .action((ids, o) => run(o, commands(), (m, c) => m.exportCatalog(c, { ...o, ids })))

  served(exports, 'erc8004', '--url https://agents.example.org/ --out public')
    .description('write ERC-8004 registration files, and the proof of the domain')
    .option('--web-url <url>', 'a page about the agents')
    .option('--image <url>', 'a picture for agents that have none')
    .option('--active', 'the agents take work')
    .option('--mcp-url <url>', 'an MCP server through which the agents are reached')
    .option('--mcp-version <version>', 'the version of MCP that it speaks, such as 2025-06-18')
    .action((ids, o) => run(o, commands(), (m, c) => m.exportRegistrations(c, { ...o, ids })))

  exporting(exports, 'agents', 'translator --as codex --out ~/project')
    .description('write agents as files of Claude Code, Codex or another program that runs them')
    .addOption(choice('--as <assistant>', 'whose files', [...assistants, 'claude-plugin']).makeOptionMandatory())
    .requiredOption('--out <dir>', 'a project, or your home folder')
    .option('--name <name>', 'of a claude-plugin; that of the folder of the space if not given')
    .option('--replace', 'also files that are there with another content')
    .action((ids, { as: host, ...o }) => run(o, commands(), (m, c) => m.exportAgentFiles(c, { ...o, ids, host })))

  writing(exports, 'finder', '--out ~')
    .description('write a skill that teaches Claude Code and others to ask this space for agents')
    .requiredOption('--out <dir>', 'a project, or your home folder')
    .option('--replace', 'also if the file is there with another content')
    .action((o) => run(o, commands(), (m, c) => m.exportFinderSkill(c, o)))

  signing(writing(exports, 'nostr', 'translator --relay wss://relay.example.org --confirm'))
    .argument('<ids...>', 'agents')
    .description('publish agents as definitions of TENEX (kind 4199): says what it would do, does it with --confirm')
    .option('--url <base>', 'the address under which the agents are published, for the link to their cards')
    .option('--instructions', 'publish their prompts too')
    .option('--lessons', 'publish what they learned and you confirmed too (kind 4129)')
    .action((ids, o) => run(o, import('../commands/nostr.ts'), (m, c) => m.exportNostr(c, { ...o, ids })))

  writing(exports, 'key', '~/keys/cards.jwk')
    .argument('<file>', 'a new file')
    .description('make a key that signs cards; only you may read it')
    .action((file, o) => run(o, commands(), (m, c) => m.exportKey(c, { ...o, file })))

  leaf(program, 'serve', '--port 4100')
    .description('serve cards, catalogue, search, A2A and MCP over HTTP until Ctrl-C')
    .option('--port <port>', '0 takes a free one (4100 if not given)', portNumber)
    .option('--host <host>', 'name or address to listen on (127.0.0.1 if not given)')
    .option('--url <base>', 'the address under which others reach it, behind a proxy')
    .option('--tls-cert <file>', 'speak TLS by this certificate (PEM, with its chain)')
    .option('--tls-key <file>', 'and by its key (PEM)')
    .option('--token-name <name>', 'a secret that callers may send, beside `token add` (DATACORTEX_SERVER_TOKEN)')
    .option('--watch', 'follow notes, and what agents were imported from, meanwhile')
    .option('--public-cards', 'show cards and catalogue without the token')
    .option('--allow-host <name...>', 'further names in `Host`')
    .option('--allow-origin <origin...>', 'further origins of web pages that may call')
    .option('--sign <keyfile...>', 'sign the cards with these keys')
    .option('--runner <name>', 'the runner of settings.yaml that runs the agents')
    .addOption(
      choice(
        '--rights <right...>',
        'what who has that secret may do, at /api and by MCP (find and run if not given)',
        rights,
      ),
    )
    .action((o) => run(o, import('../commands/serve.ts'), (m, c) => m.serve(c, o)))
}
