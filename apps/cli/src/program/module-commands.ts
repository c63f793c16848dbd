import type { Command } from '@commander-js/extra-typings'
import { example, leaf, writing } from './command-shape.ts'
import type { Run } from './run-command.ts'

/** `module …`: packages of agents, sources and code. */
export function addModuleCommands(program: Command, run: Run): void {
  const module = program
    .command('module')
    .description('install and remove modules: packages of agents, sources and code')
  module.addHelpText('after', example('datacortex module install ./my-module'))

  writing(leaf(module, 'install'))
    .argument('<spec>', 'a folder, a tarball, a git URL or an npm name')
    .description('install a module: shows what it provides and wants, then asks')
    .option('--yes', 'do not ask')
    .addHelpText('after', example('datacortex module install ./datacore-campaigns'))
    .action((spec, o) =>
      run(o, async (c) => (await import('../commands/module-install.ts')).moduleInstall(c, { ...o, spec })),
    )

  leaf(module, 'list')
    .description('list the modules of the space')
    .addHelpText('after', example('datacortex module list'))
    .action((o) => run(o, async (c) => (await import('../commands/module-list.ts')).moduleList(c)))

  writing(leaf(module, 'remove'))
    .argument('<name>', 'the name of an installed module')
    .description('remove a module with its agents and sources')
    .addHelpText('after', example('datacortex module remove datacore-campaigns'))
    .action((name, o) =>
      run(o, async (c) => (await import('../commands/module-remove.ts')).moduleRemove(c, { ...o, name })),
    )

  writing(leaf(module, 'sync'))
    .description('bring the registry in step with the module folders')
    .addHelpText('after', example('datacortex module sync --dry-run'))
    .action((o) => run(o, async (c) => (await import('../commands/module-sync.ts')).moduleSync(c, o)))
}
