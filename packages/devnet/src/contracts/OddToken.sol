// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// What some tokens do: of every transfer a tenth never arrives, which the log
/// does not tell.
contract OddToken {
    string public constant name = "Odd Token";
    string public constant symbol = "ODD";
    uint8 public constant decimals = 6;
    mapping(address holder => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - value / 10;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
