import { entries } from '../operation.ts'

const isOfDisk = 'It writes a folder anywhere on this machine.'
const runsCode = 'Only the user of this machine says yes to code that is new to it.'
const asked = { right: 'manage', notAt: { mcp: runsCode, http: runsCode } } as const

export const moduleOperations = entries({
  'modules.list': {
    description: 'The modules that this space sees, with what each brings and wants; broken ones with the reason.',
    right: 'manage',
    isReadOnly: true,
    load: async () => (await import('./list-modules.ts')).listModules,
  },
  'modules.new': {
    tool: 'make_module',
    title: 'Make a module',
    description: 'Makes the folder of a module that installs as it is, and can be changed from there.',
    right: 'manage',
    notAt: { mcp: isOfDisk, http: isOfDisk },
    inRestricted: true,
    load: async () => (await import('./make-module.ts')).makeModule,
  },
  'modules.check': {
    tool: 'check_module',
    title: 'Check a module',
    description: 'Starts the code of a module in a process of its own, and says what is wrong with the module.',
    ...asked,
    isReadOnly: true,
    isOpenWorld: true,
    load: async () => (await import('./check-module.ts')).checkModule,
  },
  'modules.install': {
    tool: 'install_module',
    title: 'Install a module',
    description: 'Installs a module from a folder, a tarball, a git URL or npm, after asking about all that it wants.',
    ...asked,
    isOpenWorld: true,
    isUsersWord: true,
    load: async () => (await import('./install-module.ts')).installModule,
  },
  'modules.remove': {
    tool: 'remove_module',
    title: 'Remove a module',
    description: 'Removes a module with its agents and sources. Needs `yes` where its files may be nowhere else.',
    right: 'manage',
    isUsersWord: true,
    load: async () => (await import('./remove-module.ts')).removeModule,
  },
  'modules.sync': {
    title: 'Bring modules in step',
    description: 'Brings the registry in step with the folders of modules. Approves no code.',
    right: 'manage',
    load: async () => (await import('./sync-modules.ts')).syncModules,
  },
})
