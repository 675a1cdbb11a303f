/** A greeting for one person. */
function greet(name) {
  return 'Hello, ' + name + '!';
}

if (require.main === module) {
  console.log(greet(process.argv[2] || 'world'));
}

module.exports = { greet };
