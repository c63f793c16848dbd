import type { Entries, Operation } from '../operation.ts'
import type { FreeOperation } from '../spaceless.ts'
import type { CheckModule, ModuleChecked } from './check-module.ts'
import type { InstallModule, ModuleInstalled } from './install-module.ts'
import type { ListedModules } from './list-modules.ts'
import type { MadeModule, MakeModule } from './make-module.ts'
import type { ModuleRemoved, RemoveModule } from './remove-module.ts'
import type { ModulesInStep, SyncModules } from './sync-modules.ts'

/** What can be done with modules. */
export type ModuleOperations = {
  readonly 'modules.list': Operation<object, ListedModules>
  readonly 'modules.new': FreeOperation<MakeModule, MadeModule>
  readonly 'modules.check': Operation<CheckModule, ModuleChecked>
  readonly 'modules.install': Operation<InstallModule, ModuleInstalled>
  readonly 'modules.remove': Operation<RemoveModule, ModuleRemoved>
  readonly 'modules.sync': Operation<SyncModules, ModulesInStep>
}

const isOfDisk = 'It writes a folder anywhere on this machine.'
const runsCode = 'Only the user of this machine says yes to code that is new to it.'

export const moduleOperations: Entries<ModuleOperations> = {
  'modules.list': {
    command: 'module list',
    tool: 'list_modules',
    title: 'List modules',
    description: 'The modules that this space sees, with what each brings and wants; broken ones with the reason.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./list-modules.ts')).listModules,
  },
  'modules.new': {
    command: 'module new',
    tool: 'make_module',
    title: 'Make a module',
    description: 'Makes the folder of a module that installs as it is, and can be changed from there.',
    right: 'manage',
    isReadOnly: false,
    notAt: { mcp: isOfDisk, http: isOfDisk },
    load: async () => (await import('./make-module.ts')).makeModule,
  },
  'modules.check': {
    command: 'module check',
    tool: 'check_module',
    title: 'Check a module',
    description: 'Starts the code of a module in a process of its own, and says what is wrong with the module.',
    right: 'manage',
    isReadOnly: true,
    isOpenWorld: true,
    notAt: { mcp: runsCode, http: runsCode },
    load: async () => (await import('./check-module.ts')).checkModule,
  },
  'modules.install': {
    command: 'module install',
    tool: 'install_module',
    title: 'Install a module',
    description: 'Installs a module from a folder, a tarball, a git URL or npm, after asking about all that it wants.',
    right: 'manage',
    isReadOnly: false,
    isOpenWorld: true,
    notAt: { mcp: runsCode, http: runsCode },
    load: async () => (await import('./install-module.ts')).installModule,
  },
  'modules.remove': {
    command: 'module remove',
    tool: 'remove_module',
    title: 'Remove a module',
    description: 'Removes a module with its agents and sources. Needs `yes` where its files may be nowhere else.',
    right: 'manage',
    isReadOnly: false,
    load: async () => (await import('./remove-module.ts')).removeModule,
  },
  'modules.sync': {
    command: 'module sync',
    tool: 'sync_modules',
    title: 'Bring modules in step',
    description: 'Brings the registry in step with the folders of modules. Approves no code.',
    right: 'manage',
    isReadOnly: false,
    load: async () => (await import('./sync-modules.ts')).syncModules,
  },
}
