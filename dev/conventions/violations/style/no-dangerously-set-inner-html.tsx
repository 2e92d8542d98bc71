export const View = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;
