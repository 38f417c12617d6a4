/** A funnel: many come in, each becomes one lead. */
export const iconSvg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f5f8b"/><path d="M7 9h18l-7 8.5V25l-4-2.6v-4.9z" fill="#fff"/></svg>
`;
