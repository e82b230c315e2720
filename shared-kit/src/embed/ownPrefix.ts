/** What antd's classes start with in pages elsewhere, so that the `ant` of the page and ours do not meet. */
export const OWN_PREFIX = 'wl-ant'
