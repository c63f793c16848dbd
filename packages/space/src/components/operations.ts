import { entries } from '../operation.ts'

export const componentOperations = entries({
  'components.list': {
    description: 'The components of this space and its modules, which agents are composed of, and who has them.',
    right: 'read',
    load: async () => (await import('./components.ts')).listComponents,
  },
  'components.show': {
    tool: 'describe_component',
    title: 'Describe a component',
    description: 'What a component says and brings, what it requires, and which agents have it.',
    right: 'read',
    load: async () => (await import('./components.ts')).showComponent,
  },
})
