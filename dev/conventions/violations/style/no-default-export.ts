export default function run(): void {}
