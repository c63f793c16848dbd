export { defaultLimits } from './server-options.ts'
export { startServer } from './start-server.ts'
