// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What unsolicited tokens do on real networks: claim a balance for everybody
/// and log transfers that nobody made.
contract SpamToken {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 1_000_000_000 ether;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory name_, string memory symbol_) {
        name = name_;
        symbol = symbol_;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 4_999 ether;
    }

    function transfer(address, uint256) external pure returns (bool) {
        revert("Claim your reward first");
    }

    /// Logs a transfer without moving anything, in anybody's name.
    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
