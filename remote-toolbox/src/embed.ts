// The toolbox for pages that are not this console: a function, and an element that calls it (docs/embedding-guide.md).
import './embed/embed.css'
import { defineElement } from './embed/ToolboxElement.ts'

export type { MountedToolbox } from './embed/mount.tsx'
export { mount } from './embed/mount.tsx'
export type { ToolboxOptions, ToolboxTheme } from './embed/options.ts'

defineElement()
