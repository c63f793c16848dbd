import { type Command } from '@commander-js/extra-typings'
import { group, leaf, writing } from './command-shape.ts'
import { choice } from './option-values.ts'
import type { Run } from './run-command.ts'

const commands = async () => await import('../commands/modules.ts')

export function addModuleCommands(program: Command, run: Run): void {
  const module = group(program, 'module', 'install ./my-module')
  module.description('make, check, install and remove modules: packages of agents, sources and code')

  writing(module, 'install', './datacore-campaigns')
    .argument('<spec>', 'a folder, a tarball, a git URL or an npm name')
    .description('install a module: shows what it provides and wants, then asks')
    .option('--yes', 'do not ask')
    .action((spec, o) => run(o, commands(), (m, c) => m.moduleInstall(c, { ...o, spec })))

  writing(module, 'new', 'rose-pruner --description "Says when and how to prune roses."')
    .argument('<name>', 'of the module and its folder: lower-case letters, digits and hyphens')
    .description('make the folder of a module of your own, which installs as it is')
    .addOption(choice('--kind <kind>', 'agents alone, or code', kinds).default('agents' as const))
    .option('--description <text>', 'what it does and when it is of use, in one line')
    .option('--out <dir>', 'the folder to make it in; this one if it is left out')
    .action((name, o) => run(o, commands(), (m, c) => m.moduleNew(c, { ...o, name })))

  leaf(module, 'check', './rose-pruner')
    .argument('<module>', 'the name of a module of the space, or what `install` takes, such as a folder')
    .description('start the code of a module in a process of its own, and say what is wrong with it')
    .option('--yes', 'do not ask before code runs that you have not approved')
    .action((name, o) => run(o, commands(), (m, c) => m.moduleCheck(c, { ...o, module: name })))

  leaf(module, 'list')
    .description('list the modules of the space')
    .action((o) => run(o, commands(), (m, c) => m.moduleList(c)))

  writing(module, 'remove', 'datacore-campaigns')
    .argument('<name>', 'the name of an installed module')
    .description('remove a module with its agents and sources; asks where its files are nowhere else')
    .option('--yes', 'do not ask')
    .action((name, o) => run(o, commands(), (m, c) => m.moduleRemove(c, { ...o, name })))

  writing(module, 'sync', '--dry-run')
    .description('bring the registry in step with the module folders')
    .action((o) => run(o, commands(), (m, c) => m.moduleSync(c, o)))
}

const kinds = ['agents', 'source', 'sub-agent', 'runner', 'writer', 'hooks'] as const
