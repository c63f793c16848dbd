export { nightshiftError } from './errors.ts'
