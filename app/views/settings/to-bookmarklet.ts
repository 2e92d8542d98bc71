/** The bookmark's script runs on somebody else's page, so it has no imports and no comments of its own. */
const SCRIPT = `(()=>{
const d=document,s=String(getSelection()),e=d.querySelector("article,main,[role=main]")||d.body;
const f=d.createElement("form"),i=d.createElement("input"),t=new DataTransfer();
const n=(d.title.replace(/[\\\\/:*?"<>|\\s]+/g," ").trim()||"page").slice(0,80)+".txt";
t.items.add(new File([d.title+"\\n"+location.href+"\\n\\n"+(s.trim()||e.innerText)],n,{type:"text/plain"}));
i.type="file";i.name="files";i.multiple=true;i.files=t.files;
f.method="post";f.enctype="multipart/form-data";f.action=SHARE;f.target="_blank";f.hidden=true;
f.append(i);d.body.append(f);f.submit();f.remove();
})()`;

/**
 * A bookmark that hands the page at hand over as a text file, by the form that other apps share with: what is selected
 * on it, else its article, else everything that is shown.
 */
export function toBookmarklet(appUrl: string): string {
  const share = JSON.stringify(new URL("share", appUrl).href);
  return `javascript:${encodeURIComponent(SCRIPT.replaceAll("\n", "").replace("SHARE", () => share))}`;
}
